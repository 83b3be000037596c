package io.postrider.webhooks.delivery;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.outbound.delivery.Backlog;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.webhooks.endpoints.Endpoints;
import io.postrider.webhooks.sending.AttemptRequest;
import io.postrider.webhooks.sending.AttemptResult;
import io.postrider.webhooks.sending.AttemptSender;
import io.postrider.webhooks.sending.StandardWebhooksSigner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;

/** Delivers to webhooks over HTTP: each attempt is signed at its time, and its target is checked anew. */
final class WebhookChannel implements Channel<WebhookEndpoint> {

    private static final Logger LOGGER = LoggerFactory.getLogger(WebhookChannel.class);
    private static final Backlog BACKLOG = new Backlog(100_000, Duration.ofDays(30));
    private static final Duration BUSY_PAUSE = Duration.ofMillis(200);

    private final Endpoints endpoints;
    private final ChangeBarrier barrier;
    private final AttemptSender sender;
    private final TargetPolicy targets;
    private final SecretBox secrets;
    private final AttemptRecords records;
    private final KafkaAttemptLog log;
    private final DisableOnGone gone;
    private final InstantSource clock;
    private final ScheduledExecutorService worker;

    WebhookChannel(
            Endpoints endpoints,
            ChangeBarrier barrier,
            AttemptSender sender,
            TargetPolicy targets,
            SecretBox secrets,
            AttemptRecords records,
            KafkaAttemptLog log,
            DisableOnGone gone,
            InstantSource clock,
            ScheduledExecutorService worker) {
        this.endpoints = endpoints;
        this.barrier = barrier;
        this.sender = sender;
        this.targets = targets;
        this.secrets = secrets;
        this.records = records;
        this.log = log;
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
    public Backlog backlog() {
        return BACKLOG;
    }

    @Override
    public void discard(Delivery delivery, int number, String reason) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        log.append(records.discarded(new AttemptRecords.Try(delivery, number, now), reason));
    }

    @Override
    public void ended(Attempt attempt) {
        if (attempt.outcome().equals(Attempt.GONE)) {
            gone.report(attempt.workspace(), attempt.endpoint());
        }
    }

    @Override
    public void attempt(Delivery delivery, WebhookEndpoint endpoint, int number) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        AttemptRecords.Try begun = new AttemptRecords.Try(delivery, number, now);
        // A key or member that reads less may have saved the endpoint since.
        if (!new EventReader(endpoint.readScopes(), List.of()).mayRead(delivery)) {
            log.append(records.notSent(begun, "scope_missing"));
            return;
        }
        List<WebhookSecret> keys = keys(endpoint, now);
        Optional<String> url =
                endpoint.plainUrl(sealed ->
                        secrets.open(
                                endpoint.workspace(),
                                WebhookEndpoint.urlPurpose(endpoint.id()),
                                sealed));
        if (keys.isEmpty() || url.isEmpty()) {
            log.append(records.notSent(begun, "secret_unavailable"));
            return;
        }
        switch (targets.check(url.get())) {
            case TargetCheck.Refused(String code, _) -> log.append(records.notSent(begun, code));
            case TargetCheck.Accepted(var target) -> {
                List<HeaderField> headers = headers(delivery, now, keys);
                AttemptRequest request = new AttemptRequest(target, headers, delivery.body());
                Disposable _ =
                        sender.attempt(request)
                                .subscribe(
                                        result -> ended(begun, endpoint, headers, result),
                                        error -> broken(begun, error));
            }
        }
    }

    private void ended(
            AttemptRecords.Try begun,
            WebhookEndpoint endpoint,
            List<HeaderField> headers,
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
        LOGGER.atError()
                .addKeyValue("delivery", begun.delivery().id())
                .setCause(LoggedException.of(error))
                .log("An attempt failed within Postrider");
        log.append(records.notSent(begun, "internal_error"));
    }

    private List<WebhookSecret> keys(WebhookEndpoint endpoint, Instant now) {
        List<WebhookSecret> keys = new ArrayList<>();
        for (WebhookEndpoint.EndpointSecret secret : endpoint.secrets()) {
            Instant expires = secret.expiresAt();
            if (expires == null || expires.isAfter(now)) {
                secrets.open(endpoint.workspace(), endpoint.id() + "/secret", secret.ciphertext())
                        .flatMap(WebhookSecret::parse)
                        .ifPresent(keys::add);
            }
        }
        return keys;
    }

    private static List<HeaderField> headers(
            Delivery delivery, Instant now, List<WebhookSecret> keys) {
        List<HeaderField> headers = new ArrayList<>();
        headers.add(new HeaderField("content-type", "application/json"));
        headers.addAll(
                StandardWebhooksSigner.headers(delivery.eventId(), now, delivery.body(), keys));
        return headers;
    }
}
