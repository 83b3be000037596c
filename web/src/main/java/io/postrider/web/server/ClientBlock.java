package io.postrider.web.server;

import io.postrider.platform.net.AddressBlock;
import io.postrider.platform.net.IpLiteral;
import java.util.Optional;

/**
 * A block of client addresses: trusted proxies, or clients that may use a key. An IPv4-mapped IPv6 address is the IPv4 address,
 * in the block and in the address that is checked.
 */
public record ClientBlock(AddressBlock block) {

    /** Parses a block; a single address is the block of that address; empty for any other text. */
    public static Optional<ClientBlock> parse(String text) {
        try {
            return Optional.of(new ClientBlock(AddressBlock.parse(text).unmapped()));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether this block lies within the other one. */
    public boolean liesWithin(ClientBlock other) {
        return block.liesWithin(other.block);
    }

    /** Whether an address of 4 or 16 bytes lies in this block. */
    public boolean contains(byte[] address) {
        return block.contains(IpLiteral.unmapped(address));
    }
}
