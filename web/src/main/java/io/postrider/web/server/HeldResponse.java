package io.postrider.web.server;

import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A large response whose bytes count in a share of the memory for responses from the beginning of its writing until the client
 * has read it or disconnects.
 *
 * @param response the whole response
 * @param bytes bytes of its body
 * @param otherwise makes the response that is written if the share has no room
 */
public record HeldResponse(
        ServerResponse response,
        int bytes,
        MemoryBudget.Share share,
        Function<Problem, Mono<ServerResponse>> otherwise)
        implements ServerResponse {

    @Override
    public Mono<Void> writeTo(ServerWebExchange exchange, Context context) {
        return Mono.defer(() ->
                share.take(bytes)
                        .map(problem ->
                                otherwise
                                        .apply(problem)
                                        .flatMap(other -> other.writeTo(exchange, context)))
                        .orElseGet(() -> written(exchange, context)));
    }

    private Mono<Void> written(ServerWebExchange exchange, Context context) {
        return Mono.using(
                () -> bytes,
                _ -> response.writeTo(exchange, context).timeout(ApiResponse.TIME_MAX),
                share::release);
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
