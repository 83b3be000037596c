package io.postrider.outbound.http;

import java.net.InetAddress;
import java.util.List;
import reactor.core.publisher.Mono;

/** Finds the addresses of a name. */
public interface HostResolver extends AutoCloseable {

    /** All addresses of the name, in the order to try them; fails with {@link java.net.UnknownHostException}. */
    Mono<List<InetAddress>> resolve(String name);

    @Override
    default void close() {}
}
