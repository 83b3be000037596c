package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.automation.publishing.InboundType.Typed;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointSchema;
import io.postrider.domain.automation.EndpointSchema.Mode;
import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.EvaluationException;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.expressions.JsonataExpression;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.CompiledSchemas;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.WorkerPool;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Derives the type and the data of an event from a request, and validates them against the schema of the endpoint. */
final class InboundData {

    private static final int COMPILED_MAX = 500;
    private static final int THREADS = 4;
    private static final int WAITING_MAX = 1_000;

    private final Cache<String, JsonataExpression> shapes =
            Caffeine.newBuilder().maximumSize(COMPILED_MAX).build();
    private final CompiledSchemas schemas = new CompiledSchemas();
    private final InboundType types = new InboundType();

    /** Expressions of users may be slow, so their evaluation runs on separate threads. */
    private final WorkerPool threads = new WorkerPool("inbound", THREADS, WAITING_MAX);

    /**
     * The type and the data of an event.
     *
     * @param warnings errors of the schema, and the reason of a default type
     */
    record Made(String type, ObjectNode data, List<FieldError> warnings) {
        Made {
            warnings = List.copyOf(warnings);
        }
    }

    /** Shows how many mappings wait or run, and how many of each sort are compiled. */
    void show(Bounds bounds) {
        threads.show(bounds, "endpoint_mappings");
        bounds.show(Kind.CACHE, "compiled_endpoint_mappings", shapes::estimatedSize, COMPILED_MAX);
        schemas.show(bounds, "compiled_endpoint_schemas");
        types.show(bounds);
    }

    /**
     * Derives the type and the data.
     *
     * @param headers those that expressions may see, by their names in lower case
     * @param at the time that a mapping sees
     */
    Mono<Validated<Made>> of(Endpoint endpoint, InboundBody body, ObjectNode headers, Instant at) {
        if (!needsThought(endpoint)) {
            return Mono.just(
                    body.published()
                            .then(data ->
                                    fits(data)
                                            ? Validated.valid(
                                                    new Made(endpoint.eventType(), data, List.of()))
                                            : Validated.refused(
                                                    Problem.of(
                                                            413,
                                                            "body_too_large",
                                                            "Expected data of at most 240"
                                                                    + " KiB."))));
        }
        return threads.run(() -> made(endpoint, body, headers, at))
                .onErrorResume(
                        RejectedExecutionException.class,
                        _ ->
                                Mono.just(
                                        Validated.refused(
                                                Problem.unavailable(
                                                                "overloaded",
                                                                "Too many mappings are in progress.")
                                                        .retryAfter(1))));
    }

    /** Whether an expression or a schema of the owner has a say. */
    private static boolean needsThought(Endpoint endpoint) {
        EndpointSchema schema = endpoint.schema();
        return InboundHeaders.areSeen(endpoint) || (schema != null && schema.mode() != Mode.OFF);
    }

    private Validated<Made> made(
            Endpoint endpoint, InboundBody body, ObjectNode headers, Instant at) {
        ObjectNode request = Json.object();
        request.set("body", body.sent());
        request.set("headers", headers);
        request.set(InboundBody.CLOUD_EVENT, body.cloudEvent());
        return types.of(endpoint, request)
                .then(type ->
                        mapped(endpoint.mapping(), body, request, at)
                                .then(data -> checked(endpoint.schema(), type, data)));
    }

    private Validated<ObjectNode> mapped(
            @Nullable String mapping, InboundBody body, ObjectNode request, Instant at) {
        if (mapping == null) {
            return body.published();
        }
        try {
            JsonNode made = shape(mapping).of(request, at, at.toString());
            if (!(made instanceof ObjectNode data)) {
                return failed("The result of the mapping is not an object.");
            }
            return fits(data)
                    ? Validated.valid(data)
                    : failed("The result of the mapping exceeds 240 KiB.");
        } catch (EvaluationException e) {
            return failed("The mapping failed: " + e.getMessage());
        }
    }

    private static boolean fits(ObjectNode data) {
        return data.toString().getBytes(UTF_8).length <= EventPublished.DATA_BYTES_MAX;
    }

    private static Validated<ObjectNode> failed(String detail) {
        return Validated.refused(Problem.of(422, "mapping_failed", detail));
    }

    private Validated<Made> checked(@Nullable EndpointSchema schema, Typed type, ObjectNode data) {
        List<FieldError> objections =
                schema == null || schema.mode() == Mode.OFF ? List.of() : objections(schema, data);
        return schema == null || schema.mode() != Mode.ENFORCE || objections.isEmpty()
                ? Validated.valid(
                        new Made(
                                type.name(),
                                data,
                                Stream.concat(type.warnings().stream(), objections.stream())
                                        .toList()))
                : Validated.refused(
                        Problem.of(
                                        422,
                                        "schema_mismatch",
                                        "The data does not match the schema of the endpoint.")
                                .withFields(objections));
    }

    private List<FieldError> objections(EndpointSchema schema, ObjectNode data) {
        return schemas.of(schema.jsonSchema()).objections(data).stream()
                .map(fault -> new FieldError(fault.pointer(), fault.code(), fault.detail()))
                .toList();
    }

    private JsonataExpression shape(String source) {
        return shapes.get(
                source,
                text -> {
                    try {
                        return JsonataExpression.compile(text);
                    } catch (InvalidExpressionException e) {
                        throw new IllegalStateException("it compiled when it was saved", e);
                    }
                });
    }
}
