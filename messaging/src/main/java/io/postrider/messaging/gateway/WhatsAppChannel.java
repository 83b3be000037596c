package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.MessageError;
import io.postrider.messaging.gateway.GraphApi.NotCalledException;
import io.postrider.messaging.gateway.MediaTransfer.NotUploadedException;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.delivery.PartitionLoad;
import io.postrider.outbound.http.CallErrors;
import io.postrider.outbound.http.TracedCall;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.traces.LogFields;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.net.ConnectException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends messages through the Cloud API. A lane leads to an instance, and is open while that is connected. */
final class WhatsAppChannel implements Channel<Instance> {

    private static final Logger LOGGER = LoggerFactory.getLogger(WhatsAppChannel.class);

    /** The categories of templates that a contact gets who wants no marketing. */
    private static final Set<String> WANTED = Set.of("utility", "authentication");

    private static final SendOutcome UNREACHABLE =
            new SendOutcome.Again(
                    new MessageError(
                            "unreachable", "The provider cannot be reached.", true, "instance"),
                    Optional.empty());

    private final InstanceDirectory instances;
    private final Secrets secrets;
    private final Contacts contacts;
    private final GraphApi graph;
    private final MediaTransfer media;
    private final SendAttempts attempts;
    private final Pacing pacing = new Pacing();
    private final KafkaAttemptLog log;
    private final InstantSource clock;
    private final Traces traces;

    WhatsAppChannel(
            InstanceDirectory instances,
            Secrets secrets,
            Contacts contacts,
            GraphApi graph,
            MediaTransfer media,
            SendAttempts attempts,
            KafkaAttemptLog log,
            InstantSource clock,
            Traces traces) {
        this.traces = traces;
        this.instances = instances;
        this.secrets = secrets;
        this.contacts = contacts;
        this.graph = graph;
        this.media = media;
        this.attempts = attempts;
        this.log = log;
        this.clock = clock;
    }

    /** Shows how many recipients have used turns. */
    void show(Bounds bounds) {
        pacing.show(bounds);
    }

    /** An instance that is not known yet is as good as one that is not connected. */
    @Override
    public Optional<Instance> receiver(String lane) {
        String id = MediaTransfer.instance(lane);
        if (instances.isDeleted(id)) {
            return Optional.empty();
        }
        return Optional.of(
                instances
                        .find(id)
                        .orElseGet(() -> Instance.blank(id, "", "", "", clock.instant())));
    }

    @Override
    public boolean isAside(String lane) {
        return MediaTransfer.isLane(lane);
    }

    @Override
    public boolean isOpen(Instance instance) {
        return instance.state().sends();
    }

    @Override
    public int perSecond(Instance instance) {
        return pacing.perSecond(instance);
    }

    @Override
    public long turn(Delivery delivery, Instance instance, long nowMillis) {
        return contact(Json.mapper().readTree(delivery.body()))
                .map(contact -> pacing.turn(instance, contact, nowMillis))
                .orElse(nowMillis);
    }

    /** The contact that a message is sent to; empty for a group, and for what is no message. */
    private static Optional<String> contact(JsonNode work) {
        return Optional.of(work.path("contact_id").asString("")).filter(id -> !id.isEmpty());
    }

    @Override
    public void attempt(Delivery delivery, Instance instance, int number) {
        Instant at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        JsonNode send = Json.mapper().readTree(delivery.body());
        Optional<String> refusal =
                contact(send)
                        .flatMap(contact ->
                                contacts.refusal(
                                        delivery.workspace(),
                                        contact,
                                        () -> isMarketing(delivery, send)));
        if (refusal.isPresent()) {
            SendOutcome refused = refused(refusal.get());
            log.discard(
                    attempts.record(delivery, number, at, refused, instance.epoch()),
                    delivery.traceparent());
            return;
        }
        var _ =
                done(delivery, instance, send, number, at)
                        .contextWrite(TracedCall.of(traces, delivery, number))
                        .subscribe(outcome ->
                                log.append(
                                        attempts.record(
                                                delivery, number, at, outcome, instance.epoch()),
                                        delivery.traceparent()));
    }

    /** A message that may have been sent is not sent again. */
    @Override
    public boolean repeats() {
        return false;
    }

    @Override
    public void abandon(Delivery delivery, int number) {
        Instant at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        log.appendUntimed(
                attempts.record(delivery, number, at, new SendOutcome.Unknown("no_outcome"), 0),
                delivery.traceparent());
    }

    /** Completes once it is in the log that the provider is about to be called. */
    private Mono<Void> started(Delivery delivery, int number, Instant at) {
        return Mono.create(
                written -> log.append(attempts.started(delivery, number, at), written::success));
    }

    /** Repeatable work, a transfer of a file or a list, is not recorded before it is done. */
    private Mono<SendOutcome> done(
            Delivery delivery, Instance instance, JsonNode work, int number, Instant at) {
        if (work.path("op").asString("").equals(MediaTransfer.FETCH)) {
            return media.fetched(instance, delivery, work);
        }
        if (work.path("op").asString("").equals(Templates.IMPORT)) {
            GraphCall list = Templates.call(instance, work);
            return graph.call(instance, list)
                    .map(list::outcome)
                    .onErrorResume(_ -> Mono.just(UNREACHABLE));
        }
        return call(delivery, instance, work)
                .flatMap(call ->
                        started(delivery, number, at)
                                .then(graph.call(instance, call).map(call::outcome))
                                .onErrorResume(failure -> Mono.just(failure(delivery, failure))))
                .defaultIfEmpty(
                        failed(
                                "content_unavailable",
                                "The encryption key of the workspace was deleted."))
                .onErrorResume(NotUploadedException.class, failed -> Mono.just(failed.outcome()))
                .onErrorResume(
                        NotCalledException.class, failure -> Mono.just(failure(delivery, failure)));
    }

    private Mono<GraphCall> call(Delivery delivery, Instance instance, JsonNode work) {
        String op = work.path("op").asString("");
        if (op.startsWith(Groups.PREFIX)) {
            return Mono.justOrEmpty(Groups.call(instance, delivery.workspace(), work, secrets));
        }
        return switch (op) {
            case Templates.CREATE, Templates.DELETE, Templates.IMPORT ->
                    Mono.just(Templates.call(instance, work));
            case ProviderCall.READ -> Mono.just(CloudMessages.readCall(instance, work));
            default -> message(delivery, instance, work);
        };
    }

    /** Whether a message is a template of marketing, or of a category that is not known. */
    private boolean isMarketing(Delivery delivery, JsonNode work) {
        return work.path("type").asString("").equals("template")
                && secrets.content(
                                delivery.workspace(),
                                delivery.id(),
                                work.path("content").asString(""))
                        .map(content -> content.path("template_category").asString(""))
                        .filter(WANTED::contains)
                        .isEmpty();
    }

    private Mono<GraphCall> message(Delivery delivery, Instance instance, JsonNode work) {
        String type = work.path("type").asString("");
        String sealed = work.path("content").asString("");
        return Mono.justOrEmpty(secrets.content(delivery.workspace(), delivery.id(), sealed))
                .flatMap(content -> media.uploaded(instance, content))
                .map(content ->
                        CloudMessages.call(
                                instance,
                                delivery.id(),
                                type,
                                content,
                                address -> recipient(delivery, work, address)));
    }

    /** The contact that is sent to with an address that the provider tells, as ciphertext. */
    private Optional<String> recipient(Delivery delivery, JsonNode work, ObjectNode address) {
        return contact(work)
                .map(contact -> address.put("contact_id", contact).toString())
                .flatMap(text ->
                        secrets.sealedText(
                                delivery.workspace(), SendAttempts.recipient(delivery.id()), text));
    }

    private static SendOutcome refused(String code) {
        return new SendOutcome.Failed(
                new MessageError(
                        code,
                        "The contact is blocked or opted out of messages.",
                        false,
                        "recipient"));
    }

    @Override
    public void load(int partition, PartitionLoad load) {
        log.load(partition, load);
    }

    /** Outcomes are reported from the topic, which outlives this process. */
    @Override
    public void ended(Attempt attempt) {}

    private static SendOutcome failure(Delivery delivery, Throwable failure) {
        if (failure instanceof NotCalledException refused) {
            return failed(String.valueOf(refused.getMessage()), "The provider was not called.");
        }
        if (failure instanceof ConnectException || CallErrors.isBeforeConnected(failure)) {
            return UNREACHABLE;
        }
        LogFields.trace(LOGGER.atWarn(), delivery.traceparent())
                .addKeyValue(LogFields.WORKSPACE, delivery.workspace())
                .addKeyValue("message", delivery.id())
                .addKeyValue("exception", failure.getClass().getName())
                .log("The provider did not respond");
        return new SendOutcome.Unknown("no_answer");
    }

    private static SendOutcome failed(String code, String detail) {
        return new SendOutcome.Failed(new MessageError(code, detail, true, "instance"));
    }
}
