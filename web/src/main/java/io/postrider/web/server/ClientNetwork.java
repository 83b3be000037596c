package io.postrider.web.server;

import java.nio.ByteBuffer;

/**
 * The network by which clients are counted: an IPv4 address, or the /56 of an IPv6 address, which RFC 6177 recommends for one
 * household. If a provider gives a /64 to each of its clients, 256 of them count as one.
 */
public final class ClientNetwork {

    private static final long IPV6_MASK = -1L << (64 - 56);

    private ClientNetwork() {}

    /**
     * The network of an address.
     *
     * @param address 4 or 16 bytes
     */
    public static long of(byte[] address) {
        ByteBuffer bytes = ByteBuffer.wrap(address);
        return address.length == Integer.BYTES ? bytes.getInt() : bytes.getLong() & IPV6_MASK;
    }
}
