package io.postrider.web.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.springframework.web.reactive.function.server.ServerRequest;

/** The address of a request's client. */
@FunctionalInterface
public interface ClientAddress {

    /** The address that trusted proxies name, if the connection comes from one; otherwise the peer of the connection. */
    static ClientAddress behind(TrustedProxies proxies) {
        return request ->
                request.remoteAddress()
                        .map(InetSocketAddress::getAddress)
                        .map(InetAddress::getAddress)
                        .map(peer -> proxies.caller(peer, request.headers()::header));
    }

    /** The client's address of 4 or 16 bytes; empty if there is none. */
    Optional<byte[]> of(ServerRequest request);

    /** The {@linkplain ClientNetwork network} of the client, for counting. */
    default String network(ServerRequest request) {
        return of(request)
                .map(bytes -> bytes.length + "/" + Long.toHexString(ClientNetwork.of(bytes)))
                .orElse("unknown");
    }
}
