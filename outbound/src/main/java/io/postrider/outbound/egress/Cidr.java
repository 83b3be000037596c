package io.postrider.outbound.egress;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** A block of addresses of one family, such as {@code 10.0.0.0/8} or {@code fd00::/8}. */
record Cidr(InetAddress network, int prefixLength) {

    private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    Cidr {
        int bits = network.getAddress().length * Byte.SIZE;
        if (prefixLength < 0 || prefixLength > bits) {
            throw new IllegalArgumentException(
                    "prefix length: " + prefixLength + " (expected: 0 to " + bits + ")");
        }
        byte[] bytes = network.getAddress();
        for (int bit = prefixLength; bit < bits; bit++) {
            if (bit(bytes, bit)) {
                throw new IllegalArgumentException(
                        "address: "
                                + IpText.of(network)
                                + " (expected: no bit set after the first "
                                + prefixLength
                                + ")");
            }
        }
    }

    /** Reads a block; an address alone is the block of that one address. */
    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        String addressText = slash < 0 ? text : text.substring(0, slash);
        InetAddress address = address(addressText);
        if (slash < 0) {
            return new Cidr(address, address.getAddress().length * Byte.SIZE);
        }
        String length = text.substring(slash + 1);
        if (!PREFIX_LENGTH.matcher(length).matches()) {
            throw new IllegalArgumentException(
                    "prefix length: " + length + " (expected: a number)");
        }
        return new Cidr(address, Integer.parseInt(length));
    }

    private static InetAddress address(String text) {
        Optional<InetAddress> address = IpText.v4(text).or(() -> IpText.v6(text));
        return address.orElseThrow(() ->
                new IllegalArgumentException(
                        "address: " + text + " (expected: an IPv4 or IPv6 address)"));
    }

    /** Whether the address, given as its raw 4 or 16 bytes, lies in this block. */
    boolean contains(byte[] address) {
        byte[] own = network.getAddress();
        if (own.length != address.length) {
            return false;
        }
        for (int bit = 0; bit < prefixLength; bit++) {
            if (bit(own, bit) != bit(address, bit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean bit(byte[] bytes, int index) {
        return (bytes[index / Byte.SIZE] >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1) == 1;
    }

    @Override
    public String toString() {
        return IpText.of(network) + "/" + prefixLength;
    }
}
