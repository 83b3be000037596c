package io.postrider.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.api.events.EventTypeSchemas.Typed;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Publishes events of types of the caller's own: they are seen by webhooks, streams and the log as all others are. */
final class PublishRoutes implements ApiRoutes {

    private static final int BATCH_MAX = 500;
    private static final int BODY_BYTES_MAX = 1 << 20;
    private static final TextRule TYPE = TextRule.line(1, 200);
    private static final TextRule KEY = TextRule.line(1, 200);

    private static final String NOT_CERTAIN =
            "Some events may not be stored. Retry with the same Idempotency-Key; the events then"
                    + " have the same IDs.";

    private final Writes writes;
    private final IdGenerator mint;
    private final PublishedLog log;
    private final EventTypeSchemas schemas;

    PublishRoutes(Writes writes, IdGenerator mint, PublishedLog log, EventTypeSchemas schemas) {
        this.schemas = schemas;
        this.writes = writes;
        this.mint = mint;
        this.log = log;
    }

    /**
     * An event that is to be published.
     *
     * @param key events with the same key stay in their order; empty for that of the workspace
     */
    private record NewEvent(
            String type, String data, Optional<Instant> time, Optional<String> key) {}

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post("/api/v1/events")
                        .scope("events:publish")
                        .upTo(BODY_BYTES_MAX)
                        .to(request ->
                                read(request.fields())
                                        .answer(events ->
                                                writes.once(
                                                        request,
                                                        scope ->
                                                                fitting(request, events, scope)
                                                                        .toFuture()))));
    }

    private Mono<ApiResponse> fitting(
            ApiRequest request, List<NewEvent> events, Optional<Idempotency> idempotency) {
        if (events.stream().anyMatch(PublishRoutes::isTooLarge)) {
            // Before the others of its request are in the log.
            return Mono.just(AppendProblems.tooLarge());
        }
        boolean batch = events.size() > 1;
        return schemas.objections(
                        request.workspace(),
                        events.stream()
                                .map(event -> new Typed(event.type(), event.data()))
                                .toList(),
                        number -> batch ? "/events/" + number + "/data" : "/data")
                .flatMap(errors ->
                        errors.isEmpty()
                                ? reserved(request, events, idempotency)
                                : Mono.just(
                                        Problem.of(
                                                        422,
                                                        "schema_mismatch",
                                                        "The data does not match the schema of its type.")
                                                .withFields(errors)))
                .onErrorResume(
                        RejectedExecutionException.class,
                        _ ->
                                Mono.just(
                                        Problem.unavailable(
                                                        "overloaded",
                                                        "Too many events are being validated.")
                                                .retryAfter(1)));
    }

    /** An event with the same ID and other data would be delivered to no webhook, so the key belongs to one request. */
    private Mono<ApiResponse> reserved(
            ApiRequest request, List<NewEvent> events, Optional<Idempotency> idempotency) {
        if (idempotency.isEmpty()) {
            return publish(request, events, idempotency);
        }
        Idempotency key = idempotency.get();
        return Mono.fromCompletionStage(
                        () -> writes.reserve(request, Context.AUTOMATION, key.scope(), key))
                .flatMap(written ->
                        written instanceof WriteResult.Reserved
                                ? publish(request, events, idempotency)
                                : Mono.just(written.answer(_ -> Problem.internal())));
    }

    private static boolean isTooLarge(NewEvent event) {
        return event.data().getBytes(UTF_8).length > AppendProblems.TEXT_BYTES_MAX;
    }

    private static Validated<List<NewEvent>> read(BodyReader fields) {
        if (!fields.has("events")) {
            NewEvent event = event(fields);
            return fields.checked(() -> List.of(event));
        }
        List<NewEvent> events = new ArrayList<>();
        List<ObjectNode> _ =
                fields.objects(
                        "events",
                        BATCH_MAX,
                        each -> {
                            events.add(event(each));
                            return Json.object();
                        });
        if (Stream.of("type", "data", "time", "key").filter(fields::has).count() > 0) {
            fields.fault(
                    new FieldError(
                            "/events", "one_or_many", "Expected either one event or events."));
        }
        return fields.checked(() -> events);
    }

    private static NewEvent event(BodyReader fields) {
        String type = fields.requiredText("type", TYPE);
        if (!type.isEmpty()) {
            EventTypes.publishingObjection(type)
                    .ifPresent(detail ->
                            fields.fault(new FieldError("/type", "reserved_type", detail)));
        }
        fields.require("data");
        String data =
                fields.json("data")
                        .map(given -> {
                            if (!given.isObject()) {
                                fields.fault(
                                        new FieldError(
                                                "/data", "invalid_type", "Expected an object."));
                            }
                            String text = given.toString();
                            if (text.getBytes(UTF_8).length > EventPublished.DATA_BYTES_MAX) {
                                fields.fault(
                                        new FieldError(
                                                "/data",
                                                "too_long",
                                                "Expected data of at most 240 KiB."));
                            }
                            return text;
                        })
                        .orElse("{}");
        return new NewEvent(type, data, fields.time("time"), fields.text("key", KEY));
    }

    private Mono<ApiResponse> publish(
            ApiRequest request, List<NewEvent> events, Optional<Idempotency> idempotency) {
        String first =
                idempotency
                        .map(key -> idOf(request.workspace(), mint.base62(32, "published", key)))
                        .orElseGet(() -> mint.freshId(IdKind.EVT));
        List<CompletableFuture<Append>> written = new ArrayList<>();
        ArrayNode results = Json.mapper().createArrayNode();
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            String id = i == 0 ? first : batchIdOf(first, i);
            written.add(append(request, id, event).toCompletableFuture());
            results.addObject().put("id", id).put("type", event.type());
        }
        return Mono.fromFuture(CompletableFuture.allOf(written.toArray(CompletableFuture[]::new)))
                .then(
                        Mono.fromSupplier(() ->
                                written.stream()
                                        .map(CompletableFuture::join)
                                        .flatMap(result ->
                                                AppendProblems.of(result, NOT_CERTAIN).stream())
                                        .findFirst()
                                        .<ApiResponse>map(problem -> problem)
                                        .orElseGet(() ->
                                                ApiResponse.ok(
                                                                Json.object()
                                                                        .put(
                                                                                "object",
                                                                                "published_events")
                                                                        .set("data", results))
                                                        .under(202))));
    }

    /** The id of the event of a request: the same however often it is repeated. */
    private static String idOf(String workspace, String key) {
        UUID namespace = Id.parse(IdKind.WS, workspace).orElseThrow();
        return Id.of(IdKind.EVT, Uuids.v5(namespace, key));
    }

    private static String batchIdOf(String first, int index) {
        UUID namespace = Id.parse(IdKind.EVT, first).orElseThrow();
        return Id.of(IdKind.EVT, Uuids.v5(namespace, Integer.toString(index)));
    }

    private CompletionStage<Append> append(ApiRequest request, String id, NewEvent event) {
        String workspace = request.workspace();
        EventHeader header =
                new EventHeader(
                        id,
                        event.type(),
                        event.time().orElseGet(mint::now),
                        workspace,
                        workspace,
                        0,
                        null,
                        request.requestId(),
                        request.principal().actor());
        String key = event.key().map(given -> workspace + "/" + given).orElse(workspace);
        return log.append(
                key,
                new EventRecord(header, new EventPublished(event.data())),
                request.traceparent());
    }
}
