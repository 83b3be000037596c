package io.postrider.api.http;

import java.nio.ByteBuffer;

/** The network by which clients are counted: an IPv4 address, or the /64 of an IPv6 address, since one client has all of it. */
public final class ClientNetwork {

    private ClientNetwork() {}

    /**
     * The network of an address.
     *
     * @param address 4 or 16 bytes
     */
    public static long of(byte[] address) {
        ByteBuffer bytes = ByteBuffer.wrap(address);
        return address.length == Integer.BYTES ? bytes.getInt() : bytes.getLong();
    }
}
