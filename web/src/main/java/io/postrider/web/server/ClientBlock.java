package io.postrider.web.server;

import io.postrider.platform.net.AddressBlock;
import io.postrider.platform.net.IpLiteral;
import java.util.Optional;

/**
 * A block of addresses of clients: proxies that are trusted, callers that a key is for. An IPv4-mapped IPv6 address is the
 * IPv4 address, in the block and in what is looked for.
 */
public record ClientBlock(AddressBlock block) {

    /** Reads a block; an address alone is the block of that one address; empty for any other text. */
    public static Optional<ClientBlock> parse(String text) {
        try {
            return Optional.of(new ClientBlock(AddressBlock.parse(text).unmapped()));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether every address of this block is one of the other's. */
    public boolean liesWithin(ClientBlock other) {
        return block.liesWithin(other.block);
    }

    /** Whether an address of 4 or 16 bytes lies in this block. */
    public boolean contains(byte[] address) {
        return block.contains(IpLiteral.unmapped(address));
    }
}
