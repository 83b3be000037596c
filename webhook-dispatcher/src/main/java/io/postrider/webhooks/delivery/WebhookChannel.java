package io.postrider.webhooks.delivery;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookOrdering;
import io.postrider.outbound.delivery.Backlog;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.delivery.PartitionLoad;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.TracedCall;
import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.traces.LogFields;
import io.postrider.platform.traces.Traces;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import io.postrider.webhooks.endpoints.EndpointSecrets.Opened;
import io.postrider.webhooks.endpoints.Endpoints;
import io.postrider.webhooks.sending.AttemptRequest;
import io.postrider.webhooks.sending.AttemptResult;
import io.postrider.webhooks.sending.AttemptSender;
import io.postrider.webhooks.sending.NotSent;
import io.postrider.webhooks.sending.StandardWebhooksSigner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;

/** Delivers to webhooks over HTTP: each attempt is signed at its time, and its target is checked anew. */
final class WebhookChannel implements Channel<WebhookEndpoint> {

    private static final Logger LOGGER = LoggerFactory.getLogger(WebhookChannel.class);
    private static final Backlog BACKLOG = new Backlog(100_000, Duration.ofDays(30));

    /** A webhook that was created again receives nothing from before its deletion. */
    private static final Duration CLOCK_SKEW_MAX = Duration.ofSeconds(10);

    private static final Duration BUSY_PAUSE = Duration.ofMillis(200);

    private final Endpoints endpoints;
    private final ChangeBarrier barrier;
    private final AttemptSender sender;
    private final TargetPolicy targets;
    private final EndpointSecrets secrets;
    private final AttemptRecords records;
    private final KafkaAttemptLog log;
    private final DisableOnGone gone;
    private final InstantSource clock;
    private final ScheduledExecutorService worker;
    private final Traces traces;

    WebhookChannel(
            Endpoints endpoints,
            ChangeBarrier barrier,
            AttemptSender sender,
            TargetPolicy targets,
            EndpointSecrets secrets,
            AttemptRecords records,
            KafkaAttemptLog log,
            DisableOnGone gone,
            InstantSource clock,
            ScheduledExecutorService worker,
            Traces traces) {
        this.traces = traces;
        this.endpoints = endpoints;
        this.barrier = barrier;
        this.sender = sender;
        this.targets = targets;
        this.secrets = secrets;
        this.records = records;
        this.log = log;
        log.showBacklog("deliveries_of_a_webhook", BACKLOG);
        this.gone = gone;
        this.clock = clock;
        this.worker = worker;
    }

    /** An endpoint that is not known may have been deleted, or be so new that only the node that asked knows it. */
    @Override
    public Optional<WebhookEndpoint> receiver(String lane) {
        Optional<WebhookEndpoint> known = endpoints.byId(lane);
        if (known.isEmpty()) {
            barrier.await();
            known = endpoints.byId(lane);
        }
        return known;
    }

    @Override
    public boolean isOpen(WebhookEndpoint endpoint) {
        return endpoint.enabled();
    }

    @Override
    public long failingSince(WebhookEndpoint endpoint) {
        WebhookEndpoint.Failing failing = endpoint.failing();
        return failing == null
                ? 0
                : Math.max(failing.since().toEpochMilli(), endpoint.updatedAt().toEpochMilli());
    }

    @Override
    public int perSecond(WebhookEndpoint endpoint) {
        Integer limit = endpoint.options().rateLimit();
        return limit == null ? UNLIMITED : limit;
    }

    @Override
    public boolean isOrdered(WebhookEndpoint endpoint) {
        return endpoint.options().ordering() != WebhookOrdering.NONE;
    }

    @Override
    public Optional<String> orderKey(Delivery delivery, WebhookEndpoint endpoint) {
        return switch (endpoint.options().ordering()) {
            case NONE -> Optional.empty();
            case KEY -> Optional.ofNullable(delivery.key());
            case ENDPOINT -> Optional.of(ONE_KEY).filter(_ -> !delivery.test());
        };
    }

    @Override
    public boolean isOfReceiver(Attempt attempt) {
        return !NotSent.holdsFor(attempt);
    }

    @Override
    public Backlog backlog() {
        return BACKLOG;
    }

    @Override
    public void discard(Delivery delivery, int number, String reason) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        discard(new AttemptRecords.Try(delivery, number, now), reason);
    }

    private void discard(AttemptRecords.Try begun, String reason) {
        log.discard(records.discarded(begun, reason), null);
    }

    private void notSent(AttemptRecords.Try begun, String error) {
        log.appendUntimed(records.notSent(begun, error), null);
    }

    @Override
    public void load(int partition, PartitionLoad load) {
        log.load(partition, load);
    }

    @Override
    public void ended(Attempt attempt) {
        switch (attempt.outcome()) {
            case Attempt.GONE -> gone.report(attempt.workspace(), attempt.endpoint());
            case Attempt.ACKNOWLEDGED -> log.countAcknowledged();
            default -> {
                // Counted when its outcome was written.
            }
        }
    }

    @Override
    public void attempt(Delivery delivery, WebhookEndpoint endpoint, int number) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        AttemptRecords.Try begun = new AttemptRecords.Try(delivery, number, now);
        if (delivery.createdAt().isBefore(endpoint.createdAt().minus(CLOCK_SKEW_MAX))) {
            discard(begun, NotSent.WEBHOOK_DELETED);
            return;
        }
        // A key or member that reads less may have saved the endpoint since.
        if (!new EventReader(endpoint.readScopes(), List.of()).mayRead(delivery)) {
            // In an ordered lane it would hold up all others until its retries end.
            if (isOrdered(endpoint)) {
                discard(begun, NotSent.SCOPE_MISSING);
            } else {
                notSent(begun, NotSent.SCOPE_MISSING);
            }
            return;
        }
        secrets.open(endpoint, now)
                .ifPresentOrElse(
                        opened -> attempt(begun, endpoint, opened),
                        () -> notSent(begun, NotSent.SECRET_UNAVAILABLE));
    }

    private void attempt(AttemptRecords.Try begun, WebhookEndpoint endpoint, Opened opened) {
        switch (targets.check(opened.url())) {
            case TargetCheck.Refused(String code, _) -> notSent(begun, code);
            case TargetCheck.Accepted(var target) -> {
                SentHeaders headers = headers(begun, opened);
                AttemptRequest request =
                        new AttemptRequest(target, headers.all(), begun.delivery().body());
                Disposable _ =
                        sender.attempt(request)
                                .contextWrite(
                                        TracedCall.of(traces, begun.delivery(), begun.number()))
                                .subscribe(
                                        result -> ended(begun, endpoint, headers, result),
                                        error -> broken(begun, error));
            }
        }
    }

    private void ended(
            AttemptRecords.Try begun,
            WebhookEndpoint endpoint,
            SentHeaders headers,
            AttemptResult result) {
        if (result instanceof AttemptResult.NotStarted) {
            // From the beginning: a signature is of the time at which it is sent.
            var _ =
                    worker.schedule(
                            () -> attempt(begun.delivery(), endpoint, begun.number()),
                            BUSY_PAUSE.toMillis(),
                            TimeUnit.MILLISECONDS);
        } else {
            log.append(records.of(begun, headers, result));
        }
    }

    private void broken(AttemptRecords.Try begun, Throwable error) {
        LogFields.trace(LOGGER.atError(), begun.delivery().traceparent())
                .addKeyValue(LogFields.WORKSPACE, begun.delivery().workspace())
                .addKeyValue("delivery", begun.delivery().id())
                .setCause(LoggedException.of(error))
                .log("An attempt failed within Postrider");
        notSent(begun, NotSent.INTERNAL_ERROR);
    }

    private static SentHeaders headers(AttemptRecords.Try begun, Opened opened) {
        Delivery delivery = begun.delivery();
        List<HeaderField> headers = new ArrayList<>();
        Map<String, String> format = new TreeMap<>(delivery.headers());
        format.putIfAbsent("content-type", "application/json");
        format.forEach((name, value) -> headers.add(new HeaderField(name, value)));
        headers.addAll(
                StandardWebhooksSigner.headers(
                        delivery.eventId(),
                        begun.at(),
                        delivery.body(),
                        opened.keys(),
                        opened.signers()));
        return new SentHeaders(headers, opened.headers());
    }
}
