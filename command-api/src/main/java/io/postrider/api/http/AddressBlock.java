package io.postrider.api.http;

import io.netty.util.NetUtil;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A block of addresses of one family, such as {@code 10.0.0.0/8}. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record AddressBlock(byte[] network, int prefixLength) {

    /** Reads a block, or null where the text is none; an address alone is the block of that one address. */
    static @Nullable AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        byte[] network = address(slash < 0 ? text : text.substring(0, slash));
        if (network == null) {
            return null;
        }
        int bits = network.length * Byte.SIZE;
        if (slash < 0) {
            return new AddressBlock(network, bits);
        }
        String digits = text.substring(slash + 1);
        boolean isNumber = digits.matches("[0-9]{1,3}") && Integer.parseInt(digits) <= bits;
        return isNumber ? new AddressBlock(network, Integer.parseInt(digits)) : null;
    }

    /** The 4 or 16 bytes of a literal address, or null for any other text; an IPv4 address in IPv6 clothes is IPv4. */
    static byte @Nullable [] address(String text) {
        boolean isV6 = NetUtil.isValidIpV6Address(text) && text.indexOf('%') < 0;
        if (!isV6 && !NetUtil.isValidIpV4Address(text)) {
            return null;
        }
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        return isV6 ? unmapped(bytes) : bytes;
    }

    /** The 4 bytes of an IPv4 address in IPv6 clothes; any other address as it is. */
    public static byte[] unmapped(byte[] address) {
        if (address.length != 16 || address[10] != -1 || address[11] != -1) {
            return address;
        }
        for (int i = 0; i < 10; i++) {
            if (address[i] != 0) {
                return address;
            }
        }
        return Arrays.copyOfRange(address, 12, 16);
    }

    /** Whether an address of 4 or 16 bytes lies in this block. */
    public boolean contains(byte[] address) {
        if (address.length != network.length) {
            return false;
        }
        for (int bit = 0; bit < prefixLength; bit++) {
            int difference = address[bit / Byte.SIZE] ^ network[bit / Byte.SIZE];
            if ((difference >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1) == 1) {
                return false;
            }
        }
        return true;
    }
}
