package io.postrider.api.automation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.api.events.CompiledSchemas;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointSchema;
import io.postrider.domain.automation.EndpointSchema.Mode;
import io.postrider.domain.kernel.FieldError;
import io.postrider.runtime.expressions.EvaluationFailed;
import io.postrider.runtime.expressions.InvalidExpression;
import io.postrider.runtime.expressions.Shape;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the data of an event of what a sender posts, and holds it against the schema of the endpoint. */
final class InboundData {

    private static final int COMPILED_MAX = 500;
    private static final int THREADS = 4;
    private static final int WAITING_MAX = 1_000;

    private final Cache<String, Shape> shapes =
            Caffeine.newBuilder().maximumSize(COMPILED_MAX).build();
    private final CompiledSchemas schemas = new CompiledSchemas();

    /** What others wrote may take its time, and is kept from the threads that serve all. */
    private final Scheduler scheduler =
            Schedulers.newBoundedElastic(THREADS, WAITING_MAX, "inbound", 60, true);

    /**
     * The data of an event.
     *
     * @param warnings what does not fit the schema
     */
    record Made(ObjectNode data, List<FieldError> warnings) {
        Made {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Makes the data.
     *
     * @param headers those that a mapping may see, by their names in lower case
     * @param at the time that a mapping sees
     */
    Mono<Checked<Made>> of(Endpoint endpoint, InboundBody body, ObjectNode headers, Instant at) {
        EndpointSchema schema = endpoint.schema();
        String mapping = endpoint.mapping();
        if (mapping == null && (schema == null || schema.mode() == Mode.OFF)) {
            ObjectNode data = body.published();
            return Mono.just(
                    fits(data)
                            ? Checked.valid(new Made(data, List.of()))
                            : Checked.refused(
                                    Problem.of(
                                            413,
                                            "body_too_large",
                                            "The data of an event has at most 240 KiB.")));
        }
        return Mono.fromCallable(() ->
                        mapped(mapping, body, headers, at)
                                .then(data ->
                                        schema == null || schema.mode() == Mode.OFF
                                                ? Checked.valid(new Made(data, List.of()))
                                                : checked(schema, data)))
                .subscribeOn(scheduler)
                .onErrorResume(
                        RejectedExecutionException.class,
                        _ ->
                                Mono.just(
                                        Checked.refused(
                                                Problem.unavailable(
                                                                "overloaded",
                                                                "Too many bodies are being mapped.")
                                                        .retryAfter(1))));
    }

    private Checked<ObjectNode> mapped(
            @Nullable String mapping, InboundBody body, ObjectNode headers, Instant at) {
        if (mapping == null) {
            return Checked.valid(body.published());
        }
        ObjectNode input = Json.object();
        input.set("body", body.sent());
        input.set("headers", headers);
        input.set(InboundBody.CLOUD_EVENT, body.cloudEvent());
        try {
            JsonNode made = shape(mapping).of(input, at, at.toString());
            if (!(made instanceof ObjectNode data)) {
                return failed("The mapping made no object.");
            }
            return fits(data) ? Checked.valid(data) : failed("The mapping made more than 240 KiB.");
        } catch (EvaluationFailed e) {
            return failed("The mapping failed: " + e.getMessage());
        }
    }

    private static boolean fits(ObjectNode data) {
        return data.toString().getBytes(UTF_8).length <= EventPublished.DATA_BYTES_MAX;
    }

    private static Checked<ObjectNode> failed(String detail) {
        return Checked.refused(Problem.of(422, "mapping_failed", detail));
    }

    private Checked<Made> checked(EndpointSchema schema, ObjectNode data) {
        List<FieldError> objections =
                schemas.of(schema.jsonSchema()).objections(data).stream()
                        .map(fault -> new FieldError(fault.pointer(), fault.code(), fault.detail()))
                        .toList();
        return schema.mode() == Mode.WARN || objections.isEmpty()
                ? Checked.valid(new Made(data, objections))
                : Checked.refused(
                        Problem.of(
                                        422,
                                        "schema_mismatch",
                                        "The data does not fit the schema of the endpoint.")
                                .withFields(objections));
    }

    private Shape shape(String source) {
        return shapes.get(
                source,
                text -> {
                    try {
                        return Shape.compile(text);
                    } catch (InvalidExpression e) {
                        throw new IllegalStateException("it compiled when it was saved", e);
                    }
                });
    }
}
