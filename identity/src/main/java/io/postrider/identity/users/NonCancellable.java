package io.postrider.identity.users;

import reactor.core.publisher.Mono;

/** Work of several steps that continues to its end if the caller closes the connection. */
public final class NonCancellable {

    private NonCancellable() {}

    public static <T> Mono<T> of(Mono<T> work) {
        return Mono.defer(() -> Mono.fromFuture(work.toFuture(), true));
    }
}
