package io.postrider.web.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.springframework.web.reactive.function.server.ServerRequest;

/** Where a request comes from. */
@FunctionalInterface
public interface ClientAddress {

    /** Whom the proxies in front name, if the connection comes from one of them; otherwise whoever holds it. */
    static ClientAddress behind(TrustedProxies proxies) {
        return request ->
                request.remoteAddress()
                        .map(InetSocketAddress::getAddress)
                        .map(InetAddress::getAddress)
                        .map(peer -> proxies.caller(peer, request.headers()::header));
    }

    /** The 4 or 16 bytes of the caller's address; empty if there is none. */
    Optional<byte[]> of(ServerRequest request);

    /** The {@linkplain ClientNetwork network} that a request comes from, to count by. */
    default String network(ServerRequest request) {
        return of(request)
                .map(bytes -> bytes.length + "/" + Long.toHexString(ClientNetwork.of(bytes)))
                .orElse("unknown");
    }
}
