package io.postrider.web.server;

import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import java.util.Objects;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Writes problems outside of operations. */
public final class ProblemResponses {

    private final RequestId requestIds;
    private final ProblemWriter writer;

    public ProblemResponses(RequestId requestIds, ProblemWriter writer) {
        this.requestIds = requestIds;
        this.writer = writer;
    }

    Mono<Void> write(ServerWebExchange exchange, Problem problem) {
        String requestId = requestIds.of(exchange.getAttributes());
        ApiResponse.Reply reply =
                writer.reply(problem, exchange.getRequest().getURI().getRawPath(), requestId);
        ServerHttpResponse response = exchange.getResponse();
        byte[] body = Objects.requireNonNull(reply.body());
        response.setStatusCode(HttpStatusCode.valueOf(reply.status()));
        response.getHeaders().setContentType(reply.type());
        response.getHeaders().setContentLength(body.length);
        response.getHeaders().set(RequestId.HEADER, requestId);
        reply.headers().forEach(response.getHeaders()::set);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
