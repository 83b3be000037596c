package io.postrider.web.server;

import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.traces.LogFields;
import io.postrider.web.problem.Problem;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Turns rejections and failures of the framework into problems that reveal no internals. */
public final class ProblemHandler implements WebExceptionHandler, Ordered {

    private static final Logger LOGGER = LoggerFactory.getLogger(ProblemHandler.class);

    private final ProblemResponses responses;

    public ProblemHandler(ProblemResponses responses) {
        this.responses = responses;
    }

    /** Ahead of the framework's own. */
    @Override
    public int getOrder() {
        return -10;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (exchange.getResponse().isCommitted()) {
            // Ends the connection, so that half an answer is not taken for a whole one; that a
            // client has gone is no news to the framework.
            return Mono.error(failure);
        }
        Problem problem = problem(failure);
        if (problem.status() >= 500) {
            LoggingEventBuilder line = LOGGER.atError();
            for (String field : List.of(LogFields.TRACE, LogFields.WORKSPACE)) {
                LogFields.add(line, field, exchange.getAttribute(field));
            }
            line.addKeyValue("method", exchange.getRequest().getMethod())
                    .addKeyValue(
                            LogFields.REQUEST,
                            exchange.getResponse().getHeaders().getFirst(RequestId.HEADER))
                    .setCause(LoggedException.of(failure))
                    .log("A request failed");
        }
        return responses.write(exchange, problem);
    }

    static Problem problem(Throwable failure) {
        if (failure instanceof DataBufferLimitException) {
            return byStatus(413);
        }
        return failure instanceof ErrorResponse known
                ? byStatus(known.getStatusCode().value())
                : Problem.internal();
    }

    private static Problem byStatus(int status) {
        return switch (status) {
            case 404 -> Problem.notFound();
            case 405 ->
                    Problem.of(405, "method_not_allowed", "This path does not support the method.");
            case 406 -> Problem.of(406, "not_acceptable", "No requested media type is available.");
            case 413 -> Problem.of(413, "body_too_large", "The body is too large.");
            case 415 -> Problem.of(415, "unsupported_media_type", "Expected application/json.");
            case 503 ->
                    Problem.unavailable("unavailable", "The server cannot respond at the moment.");
            default ->
                    status >= 400 && status < 500
                            ? Problem.of(status, "bad_request", "The request is not valid HTTP.")
                            : Problem.internal();
        };
    }
}
