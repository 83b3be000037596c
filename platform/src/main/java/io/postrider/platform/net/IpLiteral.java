package io.postrider.platform.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** The one canonical text of an IP address, and the strict way back; the JDK reads far more forms than are safe. */
public final class IpLiteral {

    private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern V6_CHARACTERS = Pattern.compile("[0-9a-fA-F:]{2,39}");
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    private static final int GROUPS = 8;

    private IpLiteral() {}

    /**
     * Reads the 4 bytes of a dotted quad, without short forms or octal or hexadecimal parts, or the 16 bytes of IPv6 in any
     * compression, without a zone id; its end may be a dotted quad. An IPv4-mapped address keeps its 16 bytes.
     */
    public static Optional<byte[]> parse(String text) {
        int tail = text.lastIndexOf(':') + 1;
        if (tail == 0) {
            return v4(text);
        }
        if (text.indexOf('.', tail) < 0) {
            return v6(text);
        }
        return v4(text.substring(tail))
                .map(HexFormat.of()::formatHex)
                .flatMap(hex ->
                        v6(text.substring(0, tail) + hex.substring(0, 4) + ":" + hex.substring(4)));
    }

    private static Optional<byte[]> v4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return Optional.empty();
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            if (!OCTET.matcher(parts[i]).matches() || Integer.parseInt(parts[i]) > 255) {
                return Optional.empty();
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return Optional.of(bytes);
    }

    private static Optional<byte[]> v6(String text) {
        if (!V6_CHARACTERS.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Inet6Address.ofLiteral(text).getAddress();
            return Optional.of(bytes.length == 4 ? mapped(bytes) : bytes);
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /** The JDK turns {@code ::ffff:0:0/96} into IPv4, which would hide the written form. */
    private static byte[] mapped(byte[] v4) {
        byte[] bytes = Arrays.copyOf(MAPPED, 16);
        System.arraycopy(v4, 0, bytes, MAPPED.length, v4.length);
        return bytes;
    }

    /** The IPv4 address of an IPv4-mapped IPv6 address, which is the same address; others come back as they are. */
    public static byte[] unmapped(byte[] address) {
        boolean isMapped =
                address.length == 16
                        && Arrays.equals(address, 0, MAPPED.length, MAPPED, 0, MAPPED.length);
        return isMapped ? Arrays.copyOfRange(address, MAPPED.length, 16) : address;
    }

    /** The dotted quad, or RFC 5952 text without brackets. */
    public static String text(byte[] bytes) {
        return bytes.length == 4 ? address(bytes).getHostAddress() : rfc5952(groups(bytes));
    }

    /** The address of 4 or 16 bytes. */
    public static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException wrongLength) {
            throw new IllegalArgumentException(
                    "address length: " + bytes.length + " (expected: 4 or 16)", wrongLength);
        }
    }

    private static int[] groups(byte[] bytes) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        return groups;
    }

    private static String rfc5952(int[] groups) {
        int start = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int run = zeroRun(groups, i);
            if (run > length) {
                start = i;
                length = run;
            }
        }
        if (start < 0) {
            return joined(groups, 0, GROUPS);
        }
        return joined(groups, 0, start) + "::" + joined(groups, start + length, GROUPS);
    }

    private static int zeroRun(int[] groups, int from) {
        int end = from;
        while (end < GROUPS && groups[end] == 0) {
            end++;
        }
        return end - from;
    }

    private static String joined(int[] groups, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i > from ? ":" : "").append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
