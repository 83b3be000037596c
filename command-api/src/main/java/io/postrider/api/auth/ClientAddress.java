package io.postrider.api.auth;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.springframework.web.reactive.function.server.ServerRequest;

/** Where a request comes from. */
@FunctionalInterface
public interface ClientAddress {

    /** Whoever is at the other end of the connection, whatever headers say. */
    ClientAddress PEER =
            request ->
                    request.remoteAddress()
                            .map(InetSocketAddress::getAddress)
                            .map(InetAddress::getAddress);

    /** The 4 or 16 bytes of the caller's address; empty if there is none. */
    Optional<byte[]> of(ServerRequest request);
}
