package io.postrider.web.problem;

import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import tools.jackson.databind.node.ObjectNode;

/** A response of the API. */
public sealed interface ApiResponse
        permits ApiResponse.Reply, ApiResponse.Parts, ApiResponse.Stream, Problem {

    /** Maximum time to write a large response; the connection of a slower client is closed. */
    Duration TIME_MAX = Duration.ofMinutes(10);

    /**
     * A response in one piece.
     *
     * @param body the body; null for none
     * @param secret whether it contains a secret, and so must be neither stored nor compressed
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are sent.
    record Reply(
            int status,
            byte @Nullable [] body,
            MediaType type,
            Map<String, String> headers,
            boolean secret)
            implements ApiResponse {

        public Reply {
            headers = Map.copyOf(headers);
        }

        /** With one header more. */
        public Reply with(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Reply(status, body, type, more, secret);
        }

        /** Under another status. */
        public Reply under(int other) {
            return new Reply(other, body, type, headers, secret);
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
     * A response that holds memory until it is sent, or a part of it.
     *
     * @param status 200 or 206
     * @param length length in bytes, of all parts together
     * @param parts the body, produced as fast as the client reads it; can be read once
     * @param sent runs when the response is sent or given up; may run again
     */
    record Parts(
            int status,
            long length,
            Flux<byte[]> parts,
            MediaType type,
            Map<String, String> headers,
            Runnable sent)
            implements ApiResponse {

        public Parts {
            headers = Map.copyOf(headers);
        }

        /** The same answer, which has something else to do when it is sent. */
        public Parts releasing(Runnable whenSent) {
            return new Parts(status, length, parts, type, headers, whenSent);
        }
    }

    /**
     * An endless stream of events.
     *
     * @param events the events, requested one at a time
     * @param lastWords the last event when the client loses its access
     * @param written runs for each event written to the connection, except the last ones of a client that disconnects
     */
    record Stream(
            Flux<ServerSentEvent<String>> events,
            Function<Problem, Flux<ServerSentEvent<String>>> lastWords,
            Consumer<ServerSentEvent<String>> written)
            implements ApiResponse {

        /** The media type, with the only encoding that the HTML standard defines for it. */
        public static final MediaType TYPE =
                new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

        /** Events that end without a word. */
        public static Stream of(
                Flux<ServerSentEvent<String>> events, Consumer<ServerSentEvent<String>> written) {
            return new Stream(events, _ -> Flux.empty(), written);
        }

        /** The memory of an event in bytes, at two for a character of its data; none for a comment. */
        public static int bytes(ServerSentEvent<String> event) {
            String data = event.data();
            return data == null ? 0 : 2 * data.length();
        }

        /** The same stream with other events. */
        public Stream with(Flux<ServerSentEvent<String>> others) {
            return new Stream(others, lastWords, written);
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

    /** JSON of a created resource, with its location. */
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
