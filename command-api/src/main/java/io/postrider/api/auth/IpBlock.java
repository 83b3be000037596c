package io.postrider.api.auth;

import io.netty.util.NetUtil;
import io.postrider.api.http.AddressBlock;
import java.util.Optional;
import java.util.regex.Pattern;

/** A block of addresses of one family, such as {@code 10.0.0.0/8}, that a key may be used from. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record IpBlock(byte[] network, int prefixLength) {

    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    /** Reads a block; an address alone is the block of that one address; empty for any other text. */
    public static Optional<IpBlock> parse(String text) {
        int slash = text.indexOf('/');
        Optional<byte[]> network = address(slash < 0 ? text : text.substring(0, slash));
        return network.flatMap(bytes -> {
            int bits = bytes.length * Byte.SIZE;
            if (slash < 0) {
                return Optional.of(new IpBlock(bytes, bits));
            }
            String length = text.substring(slash + 1);
            return LENGTH.matcher(length).matches() && Integer.parseInt(length) <= bits
                    ? Optional.of(new IpBlock(bytes, Integer.parseInt(length)))
                    : Optional.empty();
        });
    }

    private static Optional<byte[]> address(String text) {
        boolean literal =
                NetUtil.isValidIpV4Address(text)
                        || (NetUtil.isValidIpV6Address(text)
                                && text.indexOf('%') < 0
                                && text.indexOf('[') < 0);
        return literal
                ? Optional.of(NetUtil.createByteArrayFromIpAddressString(text))
                : Optional.empty();
    }

    /** Whether an address of 4 or 16 bytes lies in this block; an IPv4 address in IPv6 clothes is IPv4. */
    boolean contains(byte[] address) {
        return new AddressBlock(network, prefixLength).contains(AddressBlock.unmapped(address));
    }
}
