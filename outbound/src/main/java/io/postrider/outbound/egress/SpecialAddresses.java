package io.postrider.outbound.egress;

import io.postrider.platform.net.AddressBlock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which addresses are not of the public internet, by IANA's special-purpose registries. */
final class SpecialAddresses {

    private static final List<AddressBlock> V4 =
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
    private static final AddressBlock V6_GLOBAL_UNICAST = AddressBlock.parse("2000::/3");

    private static final List<AddressBlock> V6 =
            blocks(
                    // Protocol assignments: Teredo, benchmarking, ORCHID.
                    "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

    private static final AddressBlock V4_TRANSLATED = AddressBlock.parse("::ffff:0:0:0/96");
    private static final AddressBlock V4_COMPATIBLE = AddressBlock.parse("::/96");
    private static final AddressBlock UNSPECIFIED_AND_LOOPBACK = AddressBlock.parse("::/127");
    private static final AddressBlock NAT64 = AddressBlock.parse("64:ff9b::/96");
    private static final AddressBlock SIX_TO_FOUR = AddressBlock.parse("2002::/16");
    private static final AddressBlock TEREDO = AddressBlock.parse("2001::/32");

    private SpecialAddresses() {}

    /** Whether the raw address is special, and so not a target unless the settings permit it. */
    static boolean contains(byte[] address) {
        if (address.length == 4) {
            return V4.stream().anyMatch(block -> block.contains(address));
        }
        return !V6_GLOBAL_UNICAST.contains(address)
                || V6.stream().anyMatch(block -> block.contains(address));
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

    private static List<AddressBlock> blocks(String... texts) {
        return Stream.of(texts).map(AddressBlock::parse).toList();
    }
}
