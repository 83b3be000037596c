package io.postrider.models;

import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.OpenAiError;
import io.postrider.web.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import tools.jackson.databind.node.ObjectNode;

/** The events of a streamed completion, as clients made for OpenAI read them. */
final class CompletionEvents {

    /** The last event of a complete stream. */
    static final ServerSentEvent<String> DONE = data("[DONE]").build();

    /** Keeps a connection open while a provider thinks. */
    static final ServerSentEvent<String> ALIVE =
            ServerSentEvent.<String>builder().comment("alive").build();

    private static final String FAILURE = "error";

    private CompletionEvents() {}

    /** A streamed completion; a caller that loses its access gets a failure event. */
    static ApiResponse.Stream stream(
            Flux<ServerSentEvent<String>> events, Consumer<ServerSentEvent<String>> written) {
        return new ApiResponse.Stream(events, problem -> Flux.just(of(problem)), written);
    }

    /** A piece of the completion, as JSON. */
    static ServerSentEvent<String> of(byte[] chunk) {
        return data(new String(chunk, StandardCharsets.UTF_8)).build();
    }

    /** A piece of the completion. */
    static ServerSentEvent<String> of(ObjectNode chunk) {
        return data(SurrogateSafeJson.of(chunk)).build();
    }

    /** The last event of an incomplete stream. */
    static ServerSentEvent<String> of(Problem problem) {
        ObjectNode body = Json.object();
        body.set("error", OpenAiError.of(problem));
        return data(SurrogateSafeJson.of(body)).event(FAILURE).build();
    }

    /** Whether an event ends a stream, complete or not. */
    static boolean isLast(ServerSentEvent<String> event) {
        return event.equals(DONE) || isFailure(event);
    }

    /** Whether an event ends an incomplete stream. */
    static boolean isFailure(ServerSentEvent<String> event) {
        return FAILURE.equals(event.event());
    }

    /** With the blank that everybody writes and some demand. */
    private static ServerSentEvent.Builder<String> data(String text) {
        return ServerSentEvent.builder(" " + text);
    }
}
