package io.postrider.api.http;

import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import tools.jackson.databind.node.ObjectNode;

/** What a request is answered with. */
public sealed interface Answer permits Answer.Reply, Answer.Stream, Problem {

    /**
     * A whole answer.
     *
     * @param body null for none
     * @param secret whether it shows a secret, and so must be neither kept nor compressed on its way
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared, and bytes are what is sent.
    record Reply(
            int status,
            byte @Nullable [] body,
            MediaType type,
            Map<String, String> headers,
            boolean secret)
            implements Answer {

        public Reply {
            headers = Map.copyOf(headers);
        }

        /** With one header more. */
        public Reply with(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Reply(status, body, type, more, secret);
        }

        /** With the version of an aggregate as its ETag. */
        public Reply versioned(long version) {
            return with("ETag", "\"" + version + "\"");
        }

        /** With a mark that it shows a secret. */
        public Reply showingSecret() {
            return new Reply(status, body, type, headers, true);
        }
    }

    /**
     * Events without an end.
     *
     * @param lastWords what is said where the one who listens would not be let in any more
     */
    record Stream(
            Flux<ServerSentEvent<String>> events,
            Function<Problem, Flux<ServerSentEvent<String>>> lastWords)
            implements Answer {

        /** Events that end without a word. */
        public static Stream of(Flux<ServerSentEvent<String>> events) {
            return new Stream(events, _ -> Flux.empty());
        }
    }

    /** JSON under a status. */
    static Reply json(int status, ObjectNode body) {
        return new Reply(status, Json.bytes(body), MediaType.APPLICATION_JSON, Map.of(), false);
    }

    /** JSON that was found. */
    static Reply ok(ObjectNode body) {
        return json(200, body);
    }

    /** JSON of what was made, and where it is from now on. */
    static Reply created(ObjectNode body, String location) {
        return json(201, body).with("Location", location);
    }

    /** No body. */
    static Reply empty(int status) {
        return new Reply(status, null, MediaType.APPLICATION_JSON, Map.of(), false);
    }

    /** A text that is JSON, under a type of its own. */
    static Reply text(int status, String json, MediaType type) {
        return new Reply(status, json.getBytes(StandardCharsets.UTF_8), type, Map.of(), false);
    }
}
