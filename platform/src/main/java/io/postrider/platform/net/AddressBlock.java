package io.postrider.platform.net;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A block of addresses of one family, such as {@code 10.0.0.0/8} or {@code fd00::/8}. It is exact: an IPv4-mapped IPv6
 * address lies in blocks of IPv6 only, until the caller unmaps it.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record AddressBlock(byte[] network, int prefixLength) {

    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    /**
     * Parses a block; a single address is the block of that address.
     *
     * @throws IllegalArgumentException naming the part that cannot be read and what is expected there
     */
    public static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] network =
                IpLiteral.parse(address)
                        .orElseThrow(
                                () -> unreadable("address", address, "an IPv4 or IPv6 address"));
        int bits = network.length * Byte.SIZE;
        String length = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
        if (!LENGTH.matcher(length).matches()) {
            throw unreadable("prefix length", length, "a number");
        }
        if (Integer.parseInt(length) > bits) {
            throw unreadable("prefix length", length, "0 to " + bits);
        }
        return new AddressBlock(network, Integer.parseInt(length));
    }

    private static IllegalArgumentException unreadable(String what, String text, String expected) {
        return new IllegalArgumentException(what + ": " + text + " (expected: " + expected + ")");
    }

    /** The block of IPv4 that this block maps to IPv6 ({@code ::ffff:0:0/96}); this block if it maps none. */
    public AddressBlock unmapped() {
        byte[] plain = IpLiteral.unmapped(network);
        int length = prefixLength - (network.length - plain.length) * Byte.SIZE;
        return length < 0 ? this : new AddressBlock(plain, length);
    }

    /**
     * This block.
     *
     * @throws IllegalArgumentException if a bit of the network is set after the prefix
     */
    public AddressBlock requireAligned() {
        int lowest = new BigInteger(network).getLowestSetBit();
        if (lowest >= 0 && lowest < network.length * Byte.SIZE - prefixLength) {
            String expected = "no bit set after the first " + prefixLength;
            throw unreadable("address", IpLiteral.text(network), expected);
        }
        return this;
    }

    /** Whether every address of this block is one of the other's. */
    public boolean liesWithin(AddressBlock other) {
        return prefixLength >= other.prefixLength && other.contains(network);
    }

    /** Whether an address of 4 or 16 bytes lies in this block. */
    public boolean contains(byte[] address) {
        int whole = prefixLength / Byte.SIZE;
        int rest = prefixLength % Byte.SIZE;
        return address.length == network.length
                && Arrays.equals(address, 0, whole, network, 0, whole)
                && (rest == 0
                        || ((address[whole] ^ network[whole]) & 0xff) >> (Byte.SIZE - rest) == 0);
    }

    @Override
    public String toString() {
        return IpLiteral.text(network) + "/" + prefixLength;
    }
}
