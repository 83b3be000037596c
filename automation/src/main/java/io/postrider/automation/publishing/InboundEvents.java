package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Ticker;
import io.postrider.automation.publishing.InboundAuthentication.Proved;
import io.postrider.automation.publishing.InboundData.Made;
import io.postrider.automation.publishing.InboundDeduplication.Named;
import io.postrider.automation.publishing.InboundDeduplication.Once;
import io.postrider.automation.publishing.InboundDeduplication.UnansweredException;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Problem.Fault;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates events from requests, and publishes them. */
public final class InboundEvents {

    private final InboundData data = new InboundData();
    private final InboundAuthentication proof;
    private final InboundDeduplication repeats;
    private final RejectedRequestLimiter turnedAway;
    private final IdGenerator mint;
    private final PublishedLog log;

    public InboundEvents(
            InboundAuthentication proof, Queries queries, IdGenerator mint, PublishedLog log) {
        this.proof = proof;
        this.turnedAway = new RejectedRequestLimiter(Ticker.systemTicker(), this::unlisted);
        this.repeats = new InboundDeduplication((workspace, id) -> known(queries, workspace, id));
        this.mint = mint;
        this.log = log;
    }

    /** Shows the bounds of its parts. */
    public void show(Bounds bounds) {
        data.show(bounds);
        repeats.show(bounds);
        turnedAway.show(bounds);
    }

    /**
     * A request, or an entry of one that is a list.
     *
     * @param body that of the entry, where it is one
     * @param traceparent W3C trace context of the request; null if it belongs to no trace
     * @param by proof of the request; null for none
     * @param batch whether the body is a list of events
     * @param index of an entry; null for what is no entry
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Sent(
            HttpHeaders headers,
            byte[] body,
            @Nullable String requestId,
            @Nullable String traceparent,
            @Nullable Proved by,
            boolean batch,
            @Nullable Long index) {

        /** A request that nothing has proved yet. */
        Sent(
                HttpHeaders headers,
                byte[] body,
                @Nullable String requestId,
                @Nullable String traceparent,
                boolean batch) {
            this(headers, body, requestId, traceparent, null, batch, null);
        }

        Sent provedBy(Proved proved) {
            return new Sent(headers, body, requestId, traceparent, proved, batch, index);
        }

        Sent entry(long place, JsonNode json) {
            return new Sent(
                    headers,
                    json.toString().getBytes(UTF_8),
                    requestId,
                    traceparent,
                    by,
                    false,
                    place);
        }

        /** The part that distinguishes the entries of a batch with one id in the headers. */
        String place() {
            return index == null ? "" : "\n" + index;
        }

        /** Whose way of sending it is; that of none in particular where nothing proved it. */
        EndpointAuth sender() {
            return by == null ? EndpointAuth.URL_TOKEN : by.proof().auth();
        }
    }

    /** The result of a body. */
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

    /** The event that would be published. */
    Mono<Validated<Made>> made(Endpoint endpoint, Sent sent, InboundBody body) {
        ObjectNode seen =
                InboundHeaders.areSeen(endpoint) ? seen(endpoint, sent.headers()) : Json.object();
        return data.of(endpoint, body, seen, mint.now());
    }

    /** Publishes a body, or keeps a sample of one that is refused. */
    Mono<Result> publish(Endpoint endpoint, Sent sent, InboundBody body) {
        return made(endpoint, sent, body)
                .flatMap(checked ->
                        switch (checked) {
                            case Validated.Valid<Made>(Made made) ->
                                    publish(endpoint, sent, body, made);
                            case Validated.Refused<Made>(Problem problem) ->
                                    rejected(endpoint, sent, problem);
                        });
    }

    private Mono<Result> publish(Endpoint endpoint, Sent sent, InboundBody body, Made made) {
        Instant now = mint.now();
        Instant at = body.time().orElse(now);
        Function<String, Mono<Append>> write =
                id -> append(event(endpoint, made.type(), sent, id, at, made.data()), sent);
        return InboundIdentity.of(endpoint.intake().dedupe(), sent, body, made.data())
                .map(name ->
                        repeats.once(
                                        new Named(endpoint, name.text(), body.sent(), made.data()),
                                        now,
                                        write)
                                .flatMap(once ->
                                        name.isKey() && !once.same()
                                                ? rejected(endpoint, sent, keyReused())
                                                : Mono.just(kept(endpoint, sent, made, once)))
                                .onErrorReturn(
                                        UnansweredException.class,
                                        new Result.Refused(unanswered())))
                .orElseGet(() -> {
                    String id = mint.freshId(IdKind.EVT);
                    return write.apply(id).map(written -> result(id, made, written));
                });
    }

    private Mono<Append> append(EventRecord event, Sent sent) {
        return Mono.fromCompletionStage(
                log.append(event.header().workspace(), event, sent.traceparent()));
    }

    private Result kept(Endpoint endpoint, Sent sent, Made made, Once once) {
        Result result = result(once.id(), made, once.written());
        if (!once.repeated() || !(result instanceof Result.Published event)) {
            return result;
        }
        ObjectNode sample = sample(endpoint, sent);
        sample.put("event_id", once.id());
        sample.put("code", "duplicate");
        sample.put("detail", "The endpoint has already published this event as " + once.id() + ".");
        tell(endpoint, sent, EventPublished.DUPLICATE, sample);
        return new Result.Published(event.id(), event.type(), true, event.warnings());
    }

    private static Problem keyReused() {
        return Problem.of(
                422,
                "idempotency_key_reused",
                "The Idempotency-Key was already used for a different body.");
    }

    private static Mono<Optional<ObjectNode>> known(Queries queries, String workspace, String id) {
        return queries.foundNow(workspace, QueryNames.EVENT, Map.of("id", id))
                .map(found ->
                        switch (found) {
                            case Validated.Valid<QueryResult.Found>(QueryResult.Found event) ->
                                    Optional.of(event.body());
                            case Validated.Refused<QueryResult.Found>(Problem problem)
                                    when problem.status() == 404 ->
                                    Optional.<ObjectNode>empty();
                            case Validated.Refused<QueryResult.Found> _ ->
                                    throw new UnansweredException(null);
                        })
                .onErrorMap(e -> e instanceof UnansweredException ? e : new UnansweredException(e));
    }

    private static Problem unanswered() {
        return Problem.unavailable(
                "reads_unavailable",
                "The server cannot check at the moment whether the event was already published.");
    }

    private static Result result(String id, Made made, Append written) {
        return AppendProblems.of(written, "The event cannot be stored at the moment.")
                .<Result>map(Result.Refused::new)
                .orElseGet(() -> new Result.Published(id, made.type(), false, made.warnings()));
    }

    /** Records a rejected request without its credentials; the response does not wait for it. */
    Mono<Result> rejected(Endpoint endpoint, Sent sent, Problem problem) {
        if (problem.status() < 500) {
            ObjectNode sample = sample(endpoint, sent);
            sample.put("code", problem.code());
            sample.put("detail", problem.detail());
            sample.set("errors", faults(problem));
            tell(endpoint, sent, EventPublished.REJECTED, sample);
        }
        return Mono.just(new Result.Refused(problem));
    }

    /**
     * Records an unauthorised request, as far as such requests are listed. The body is stored if the sender is authenticated.
     */
    void turnedAway(Endpoint endpoint, Sent sent, Problem problem) {
        if (!problem.isTemporary() && turnedAway.isListed(endpoint, sent.by() != null)) {
            ObjectNode sample = sample(endpoint, sent);
            sample.put("code", problem.code());
            sample.put("detail", problem.detail());
            tell(endpoint, sent, EventPublished.REJECTED, sample);
        }
    }

    private void unlisted(Endpoint endpoint, boolean proved, int count) {
        ObjectNode sample = Json.object().put("endpoint_id", endpoint.id());
        sample.put("code", "not_listed");
        sample.put("count", count);
        sample.put("proved", proved);
        sample.put(
                "detail",
                "%d more requests %s were rejected within the hour."
                        .formatted(
                                count,
                                proved ? "with valid credentials" : "without valid credentials"));
        Sent nothing = new Sent(new HttpHeaders(), new byte[0], null, null, false);
        tell(endpoint, nothing, EventPublished.REJECTED, sample);
    }

    private ObjectNode sample(Endpoint endpoint, Sent sent) {
        return StoredRequest.of(endpoint, sent, seen(endpoint, sent.headers()));
    }

    private void tell(Endpoint endpoint, Sent sent, String type, ObjectNode sample) {
        String id = mint.freshId(IdKind.EVT);
        var _ =
                log.append(
                        endpoint.workspace(),
                        event(endpoint, type, sent, id, mint.now(), sample),
                        sent.traceparent());
    }

    private ObjectNode seen(Endpoint endpoint, HttpHeaders headers) {
        return InboundHeaders.of(headers, proof.headers(endpoint));
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
                new EventPublished(
                        data.toString(), sent.by() == null ? null : sent.by().proof().name()));
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
}
