package io.postrider.api.automation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.api.automation.InboundData.Made;
import io.postrider.api.events.PublishedLog;
import io.postrider.api.http.AppendProblems;
import io.postrider.api.http.Checked;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Problem.Fault;
import io.postrider.api.http.Queries;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.runtime.kafka.Append;
import io.postrider.runtime.reads.Questions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes events of what senders post, and keeps them in the log. */
final class InboundEvents {

    /** In which header, or member of a body, a sender names what it sends. */
    private static final List<String> DELIVERY_HEADERS =
            List.of(
                    "webhook-id",
                    "svix-id",
                    "X-GitHub-Delivery",
                    "X-Shopify-Webhook-Id",
                    "Idempotency-Key");

    private static final int RECENT_MAX = 100_000;
    private static final Duration RECENT = Duration.ofMinutes(10);
    private static final int SAMPLE_LENGTH_MAX = 32 << 10;

    private final InboundData data = new InboundData();
    private final InboundProof proof;
    private final Queries queries;
    private final IdMint mint;
    private final PublishedLog log;

    /** The named events of the last minutes, which the read models may not have yet, and what became of them. */
    private final Cache<String, CompletableFuture<Append>> recent =
            Caffeine.newBuilder().maximumSize(RECENT_MAX).expireAfterWrite(RECENT).build();

    InboundEvents(InboundProof proof, Queries queries, IdMint mint, PublishedLog log) {
        this.proof = proof;
        this.queries = queries;
        this.mint = mint;
        this.log = log;
    }

    /** A request of an authentic sender. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Sent(HttpHeaders headers, byte[] body, String requestId) {}

    /** What became of a body. */
    sealed interface Result {

        /**
         * It is an event.
         *
         * @param duplicate whether the event was in the log before
         */
        record Published(String id, String type, boolean duplicate, List<FieldError> warnings)
                implements Result {
            public Published {
                warnings = List.copyOf(warnings);
            }
        }

        /** It is no event. */
        record Refused(Problem problem) implements Result {}
    }

    /** The data that would be published. */
    Mono<Checked<Made>> made(Endpoint endpoint, Sent sent, InboundBody body) {
        ObjectNode seen =
                endpoint.mapping() == null ? Json.object() : seen(endpoint, sent.headers());
        return data.of(endpoint, body, seen, mint.now());
    }

    /** Publishes a body, or keeps a sample of one that is refused. */
    Mono<Result> publish(Endpoint endpoint, Sent sent, InboundBody body) {
        return made(endpoint, sent, body)
                .flatMap(checked ->
                        switch (checked) {
                            case Checked.Valid<Made>(Made made) ->
                                    publish(endpoint, sent, body, made);
                            case Checked.Refused<Made>(Problem problem) ->
                                    rejected(endpoint, sent, body.sent(), problem);
                        });
    }

    private Mono<Result> publish(Endpoint endpoint, Sent sent, InboundBody body, Made made) {
        Optional<String> named =
                name(endpoint, sent.headers(), body, made.data())
                        .map(name -> Id.of(IdKind.EVT, Uuids.v5(namespace(endpoint), name)));
        String id = named.orElseGet(() -> mint.freshId(IdKind.EVT));
        EventRecord event =
                event(
                        endpoint,
                        endpoint.eventType(),
                        sent,
                        id,
                        body.time().orElseGet(mint::now),
                        made.data());
        if (named.isEmpty()) {
            return written(endpoint, event, false)
                    .map(written -> result(endpoint, event, made, false, written));
        }
        CompletableFuture<Append> mine = new CompletableFuture<>();
        CompletableFuture<Append> before = recent.asMap().putIfAbsent(id, mine);
        return before == null
                ? isKnown(endpoint, id)
                        .flatMap(known ->
                                written(endpoint, event, known)
                                        .doOnNext(written -> settle(id, mine, written))
                                        .map(written ->
                                                result(endpoint, event, made, known, written)))
                        .doOnError(_ -> settle(id, mine, Append.UNCERTAIN))
                        .doOnCancel(() -> settle(id, mine, Append.UNCERTAIN))
                : Mono.fromFuture(before, true)
                        .map(written -> result(endpoint, event, made, true, written));
    }

    private void settle(String id, CompletableFuture<Append> mine, Append written) {
        if (written != Append.DONE) {
            recent.asMap().remove(id, mine);
        }
        mine.complete(written);
    }

    /** Whether the read models have an event; not if they cannot be asked, since the id makes it the same event. */
    private Mono<Boolean> isKnown(Endpoint endpoint, String id) {
        return queries.foundNow(endpoint.workspace(), Questions.EVENT, Map.of("id", id))
                .map(Checked.Valid.class::isInstance)
                .onErrorReturn(false);
    }

    private Mono<Append> written(Endpoint endpoint, EventRecord event, boolean known) {
        return known
                ? Mono.just(Append.DONE)
                : Mono.fromCompletionStage(log.append(endpoint.workspace(), event));
    }

    private static Result result(
            Endpoint endpoint, EventRecord event, Made made, boolean isDuplicate, Append written) {
        return AppendProblems.of(written, "The event cannot be kept now.")
                .<Result>map(Result.Refused::new)
                .orElseGet(() ->
                        new Result.Published(
                                event.header().id(),
                                endpoint.eventType(),
                                isDuplicate,
                                made.warnings()));
    }

    /** Keeps what was refused, without what proves the sender; the answer does not wait for it. */
    Mono<Result> rejected(Endpoint endpoint, Sent sent, JsonNode body, Problem problem) {
        if (problem.status() < 500) {
            ObjectNode sample = Json.object();
            sample.put("endpoint_id", endpoint.id());
            sample.put("code", problem.code());
            sample.put("detail", problem.detail());
            sample.set("errors", faults(problem));
            sample.set("headers", seen(endpoint, sent.headers()));
            String text = body.isString() ? body.asString("") : body.toString();
            sample.put("body", text.substring(0, Math.min(text.length(), SAMPLE_LENGTH_MAX)));
            EventRecord event =
                    event(
                            endpoint,
                            EventPublished.REJECTED,
                            sent,
                            mint.freshId(IdKind.EVT),
                            mint.now(),
                            sample);
            var _ = log.append(endpoint.workspace(), event);
        }
        return Mono.just(new Result.Refused(problem));
    }

    private ObjectNode seen(Endpoint endpoint, HttpHeaders headers) {
        return InboundHeaders.of(headers, endpoint, proof.secrets(endpoint));
    }

    private static EventRecord event(
            Endpoint endpoint, String type, Sent sent, String id, Instant at, ObjectNode data) {
        return new EventRecord(
                new EventHeader(
                        id,
                        type,
                        at,
                        endpoint.workspace(),
                        endpoint.workspace(),
                        0,
                        null,
                        sent.requestId(),
                        new Actor("endpoint", endpoint.id())),
                new EventPublished(data.toString()));
    }

    private static ArrayNode faults(Problem problem) {
        return faults(
                problem.errors().stream()
                        .filter(Fault.OfField.class::isInstance)
                        .map(fault -> ((Fault.OfField) fault).error())
                        .toList());
    }

    /** Errors as JSON, with pointers as fragments. */
    static ArrayNode faults(List<FieldError> errors) {
        ArrayNode faults = Json.mapper().createArrayNode();
        for (FieldError error : errors) {
            faults.addObject()
                    .put("pointer", "#" + UriUtils.encodeFragment(error.pointer(), UTF_8))
                    .put("code", error.code())
                    .put("detail", error.detail());
        }
        return faults;
    }

    /** How an event is named, so that what is sent again is the same event. */
    private static Optional<String> name(
            Endpoint endpoint, HttpHeaders headers, InboundBody body, ObjectNode made) {
        List<String> key = endpoint.intake().dedupe();
        if (!key.isEmpty()) {
            List<JsonNode> values = key.stream().map(made::at).toList();
            return values.stream().allMatch(JsonNode::isMissingNode)
                    ? Optional.empty()
                    : Optional.of(
                            values.stream()
                                    .map(JsonNode::toString)
                                    .collect(Collectors.joining("\n")));
        }
        ObjectNode data = body.data();
        return body.name()
                .or(() ->
                        DELIVERY_HEADERS.stream()
                                .map(headers::getFirst)
                                .filter(Objects::nonNull)
                                .findFirst())
                .or(() -> data.path("event_id").asStringOpt())
                .or(() ->
                        data.path("object").asString("").equals("event")
                                ? data.path("id").asStringOpt()
                                : Optional.empty());
    }

    private static UUID namespace(Endpoint endpoint) {
        return Id.parse(IdKind.EP, endpoint.id()).orElseThrow();
    }
}
