package io.postrider.api.http;

import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A large response whose bytes count against a share of the memory for answers from when its writing begins until the client
 * has read it, whether it does or not.
 *
 * @param response the whole response
 * @param bytes of its body
 * @param otherwise writes the answer where the share has no room; null to write the response all the same
 */
record HeldResponse(ServerResponse response, int bytes, MemoryBudget.Share share, Refusal otherwise)
        implements ServerResponse {

    /** Makes the response of a problem. */
    @FunctionalInterface
    interface Refusal {
        /** The response; empty to write the large one all the same. */
        Optional<Mono<ServerResponse>> of(Problem problem);
    }

    @Override
    public Mono<Void> writeTo(ServerWebExchange exchange, Context context) {
        return Mono.defer(() ->
                share.take(bytes)
                        .map(problem -> refused(problem, exchange, context))
                        .orElseGet(() ->
                                response.writeTo(exchange, context)
                                        .doFinally(_ -> share.release(bytes))));
    }

    private Mono<Void> refused(Problem problem, ServerWebExchange exchange, Context context) {
        return otherwise
                .of(problem)
                .map(made -> made.flatMap(refusal -> refusal.writeTo(exchange, context)))
                .orElseGet(() -> response.writeTo(exchange, context));
    }

    @Override
    public HttpStatusCode statusCode() {
        return response.statusCode();
    }

    @Override
    public HttpHeaders headers() {
        return response.headers();
    }

    @Override
    public MultiValueMap<String, ResponseCookie> cookies() {
        return response.cookies();
    }
}
