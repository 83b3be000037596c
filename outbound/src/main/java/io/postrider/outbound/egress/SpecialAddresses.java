package io.postrider.outbound.egress;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which addresses are not of the public internet, by IANA's special-purpose registries. */
final class SpecialAddresses {

    private static final List<Cidr> V4 =
            blocks(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    // Not in the registry: the platform endpoint of every Azure machine.
                    "168.63.129.16/32",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.31.196.0/24",
                    "192.52.193.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "192.175.48.0/24",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4");

    /** Everything assigned to the internet so far; the rest of IPv6 is private, reserved or a translation of IPv4. */
    private static final Cidr V6_GLOBAL_UNICAST = Cidr.parse("2000::/3");

    private static final List<Cidr> V6 =
            blocks(
                    // Protocol assignments: Teredo, benchmarking, ORCHID.
                    "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

    private static final Cidr V4_MAPPED_HALF = Cidr.parse("::/80");
    private static final Cidr V4_TRANSLATED = Cidr.parse("::ffff:0:0:0/96");
    private static final Cidr V4_COMPATIBLE = Cidr.parse("::/96");
    private static final Cidr UNSPECIFIED_AND_LOOPBACK = Cidr.parse("::/127");
    private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");
    private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");
    private static final Cidr TEREDO = Cidr.parse("2001::/32");

    private SpecialAddresses() {}

    /** Whether the raw address is special, and so no target unless somebody allowed it by name. */
    static boolean contains(byte[] address) {
        if (address.length == 4) {
            return V4.stream().anyMatch(block -> block.contains(address));
        }
        return !V6_GLOBAL_UNICAST.contains(address)
                || V6.stream().anyMatch(block -> block.contains(address));
    }

    /** The IPv4 address of an IPv4-mapped IPv6 address, which is the same address; others come back as they are. */
    static byte[] unmapped(byte[] address) {
        boolean mapped =
                address.length == 16
                        && V4_MAPPED_HALF.contains(address)
                        && address[10] == (byte) 0xff
                        && address[11] == (byte) 0xff;
        return mapped ? Arrays.copyOfRange(address, 12, 16) : address;
    }

    /** The IPv4 address that a translating or tunnelling IPv6 address ends up at. */
    static Optional<byte[]> embedded(byte[] address) {
        if (UNSPECIFIED_AND_LOOPBACK.contains(address)) {
            return Optional.empty();
        }
        if (NAT64.contains(address)
                || V4_TRANSLATED.contains(address)
                || V4_COMPATIBLE.contains(address)) {
            return Optional.of(Arrays.copyOfRange(address, 12, 16));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return Optional.of(Arrays.copyOfRange(address, 2, 6));
        }
        return TEREDO.contains(address) ? Optional.of(teredoClient(address)) : Optional.empty();
    }

    private static byte[] teredoClient(byte[] address) {
        byte[] client = new byte[4];
        for (int i = 0; i < 4; i++) {
            client[i] = (byte) ~address[12 + i];
        }
        return client;
    }

    private static List<Cidr> blocks(String... texts) {
        return Stream.of(texts).map(Cidr::parse).toList();
    }
}
