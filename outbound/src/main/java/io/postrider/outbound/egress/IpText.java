package io.postrider.outbound.egress;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The one canonical text of an IP address, and the strict way back; the JDK reads far more forms than are safe. */
final class IpText {

    private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern V6_CHARACTERS = Pattern.compile("[0-9a-f:]{2,39}");
    private static final int GROUPS = 8;

    private IpText() {}

    /** Reads a dotted quad without leading zeros, short forms, octal or hexadecimal parts. */
    static Optional<InetAddress> v4(String text) {
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
        return Optional.of(ofBytes(bytes));
    }

    /** Reads IPv6 in hexadecimal groups, in any compression; neither zone ids nor embedded dotted quads. */
    static Optional<InetAddress> v6(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!V6_CHARACTERS.matcher(lower).matches() || !lower.contains(":")) {
            return Optional.empty();
        }
        try {
            InetAddress address = Inet6Address.ofLiteral(lower);
            // The JDK turns ::ffff:0:0/96 into IPv4, which would hide what was written.
            return address instanceof Inet6Address ? Optional.of(address) : Optional.empty();
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /** The dotted quad, or RFC 5952 text without brackets. */
    static String of(InetAddress address) {
        return address instanceof Inet4Address
                ? address.getHostAddress()
                : rfc5952(groups(address.getAddress()));
    }

    static InetAddress ofBytes(byte[] bytes) {
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
