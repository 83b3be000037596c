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

/** What a request is answered with. */
public sealed interface ApiResponse
        permits ApiResponse.Reply, ApiResponse.Parts, ApiResponse.Stream, Problem {

    /** The longest time that the writing of a large answer takes; a client that reads more slowly is cut off. */
    Duration TIME_MAX = Duration.ofMinutes(10);

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
     * A whole answer that holds memory until it is sent, or a part of one.
     *
     * @param status 200, or 206
     * @param length in bytes, of all parts together
     * @param parts the body, made as fast as the caller reads it; it can be read once
     * @param sent is run when it is sent or given up; it may be run again
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
     * Events without an end.
     *
     * @param events asked for one at a time
     * @param lastWords what is said where the one who listens would not be let in any more
     * @param written is told of each event that was written to the connection; not of the last ones of a client that goes away
     */
    record Stream(
            Flux<ServerSentEvent<String>> events,
            Function<Problem, Flux<ServerSentEvent<String>>> lastWords,
            Consumer<ServerSentEvent<String>> written)
            implements ApiResponse {

        /** The media type, in the only encoding that the HTML standard knows for it. */
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
