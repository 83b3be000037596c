package io.postrider.redirects;

import io.netty.handler.codec.http.FullHttpResponse;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An answer to a request for a short link, or the promise of one. */
sealed interface RedirectResponse {

    /** The answer. */
    record Now(FullHttpResponse response) implements RedirectResponse {}

    /**
     * An answer that waits for somebody else.
     *
     * @param next never fails; what it gives is to be called on the connection's event loop
     */
    record Later(CompletionStage<Supplier<RedirectResponse>> next) implements RedirectResponse {}
}
