package io.postrider.redirects;

import io.netty.handler.codec.http.FullHttpResponse;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An answer to a request for a short link, or the promise of one. */
sealed interface RedirectResponse {

    /** The answer. */
    record Now(FullHttpResponse response) implements RedirectResponse {}

    /**
     * A response that depends on another node.
     *
     * @param next never fails; its result must be called on the connection's event loop
     */
    record Later(CompletionStage<Supplier<RedirectResponse>> next) implements RedirectResponse {}
}
