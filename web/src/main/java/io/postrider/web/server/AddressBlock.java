package io.postrider.web.server;

import io.netty.util.NetUtil;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A block of addresses of one family, such as {@code 10.0.0.0/8}: proxies that are trusted, callers that a key is for. An
 * IPv4 address in IPv6 clothes is IPv4, in a block as in what is looked for.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record AddressBlock(byte[] network, int prefixLength) {

    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");
    // 010 is 8 to some and 10 to others.
    private static final Pattern OCTAL = Pattern.compile("(?:^|\\.)0[0-9]");
    private static final int MAPPED_BYTES = 12;
    private static final int MAPPED_BITS = MAPPED_BYTES * Byte.SIZE;

    /** Reads a block; an address alone is the block of that one address; empty for any other text. */
    public static Optional<AddressBlock> parse(String text) {
        int slash = text.indexOf('/');
        byte[] network = literal(slash < 0 ? text : text.substring(0, slash));
        if (network == null) {
            return Optional.empty();
        }
        int bits = network.length * Byte.SIZE;
        String digits = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
        if (!LENGTH.matcher(digits).matches() || Integer.parseInt(digits) > bits) {
            return Optional.empty();
        }
        int length = Integer.parseInt(digits);
        byte[] plain = length < MAPPED_BITS ? network : unmapped(network);
        return Optional.of(
                new AddressBlock(plain, length - (network.length - plain.length) * Byte.SIZE));
    }

    /** The 4 or 16 bytes of a literal address, or null for any other text; an IPv4 address in IPv6 clothes is IPv4. */
    static byte @Nullable [] address(String text) {
        byte[] bytes = literal(text);
        return bytes == null ? null : unmapped(bytes);
    }

    private static byte @Nullable [] literal(String text) {
        boolean isV6 =
                NetUtil.isValidIpV6Address(text) && text.indexOf('%') < 0 && text.indexOf('[') < 0;
        boolean isV4 = NetUtil.isValidIpV4Address(text) && !OCTAL.matcher(text).find();
        return isV6 || isV4 ? NetUtil.createByteArrayFromIpAddressString(text) : null;
    }

    private static byte[] unmapped(byte[] address) {
        if (address.length != 16 || address[10] != -1 || address[11] != -1) {
            return address;
        }
        for (int i = 0; i < 10; i++) {
            if (address[i] != 0) {
                return address;
            }
        }
        return Arrays.copyOfRange(address, MAPPED_BYTES, 16);
    }

    /** Whether every address of this block is one of the other's. */
    public boolean liesWithin(AddressBlock other) {
        return prefixLength >= other.prefixLength && other.contains(network);
    }

    /** Whether an address of 4 or 16 bytes lies in this block. */
    public boolean contains(byte[] address) {
        byte[] plain = unmapped(address);
        if (plain.length != network.length) {
            return false;
        }
        for (int bit = 0; bit < prefixLength; bit++) {
            int difference = plain[bit / Byte.SIZE] ^ network[bit / Byte.SIZE];
            if ((difference >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1) == 1) {
                return false;
            }
        }
        return true;
    }
}
