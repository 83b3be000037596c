package io.postrider.webhooks.health;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.webhooks.endpoints.Endpoints;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Counts the outcomes of a partition, and writes the commands and events that follow from them. */
final class HealthProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    static final String STORE = "health";
    static final Duration ROUND = Duration.ofSeconds(30);

    /** A command whose event was not read by then is sent again. */
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(10);

    /** Reports of so long before a start may have been lost with a process. */
    private static final Duration LOST_MAX = Duration.ofMinutes(10);

    private final Endpoints endpoints;
    private final SystemCommands commands;
    private final ExhaustedEvents exhausted;
    private final InstantSource clock;
    private final ValueCodec<Attempt> attempts;

    /** The last command of each endpoint whose event may not have been read yet. */
    private final Map<String, Sent> sent = new HashMap<>();

    private @Nullable KeyValueStore<Bytes, byte[]> store;
    private boolean started;

    private record Sent(WebhookCommand command, long atMillis) {}

    HealthProcessor(
            Endpoints endpoints, SystemCommands commands, SchemaIds ids, InstantSource clock) {
        this.endpoints = endpoints;
        this.commands = commands;
        this.exhausted = new ExhaustedEvents(ids);
        this.clock = clock;
        this.attempts = ValueCodec.attempts(ids);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        store = context.getStateStore(STORE);
        var _ = context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, _ -> round());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata from = context().recordMetadata().orElseThrow();
        if (record.value() == null || !from.topic().equals(Topics.ATTEMPTS.name())) {
            return;
        }
        Attempt attempt = attempts.decode(record.value());
        CountedAttempt counted = CountedAttempt.of(attempt);
        if (counted.counts() || counted.exhausts()) {
            EndpointHealth before = health(attempt.endpoint());
            EndpointHealth after = before.with(counted, from.offset());
            if (!after.equals(before)) {
                put(
                        attempt.endpoint(),
                        reported(attempt.endpoint(), after, counted.endedAtMillis()));
            }
        }
    }

    /** What no attempt brings about: days that pass, and what was lost with a process. */
    private void round() {
        long now = clock.millis();
        sent.values().removeIf(each -> isOver(each, now));
        List<String> known = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = requireNonNull(store).all()) {
            all.forEachRemaining(each -> known.add(new String(each.key.get(), US_ASCII)));
        }
        IsolatedRound.run("webhook-health", known, endpoint -> round(endpoint, now));
        started = true;
    }

    private void round(String endpoint, long now) {
        EndpointHealth before = health(endpoint);
        if (endpoints.byId(endpoint).isEmpty()) {
            forget(endpoint, before, now);
            return;
        }
        if (!started && now - before.exhaustions().reportedAtMillis() < LOST_MAX.toMillis()) {
            report(endpoint, before);
        }
        EndpointHealth after = reported(endpoint, before, now);
        if (!after.equals(before)) {
            put(endpoint, after);
        }
    }

    /** One that is unknown was deleted, or is so new that this node does not know it yet. */
    private void forget(String endpoint, EndpointHealth health, long now) {
        if (now - Math.max(health.successAt(), health.failedAt()) > LOST_MAX.toMillis()) {
            requireNonNull(store).delete(key(endpoint));
        }
    }

    /** The health after everything was written that follows from it. */
    private EndpointHealth reported(String endpoint, EndpointHealth health, long now) {
        Optional<WebhookEndpoint> known = endpoints.byId(endpoint);
        EndpointHealth after = health;
        if (known.isPresent() && health.exhaustions().isDue(now)) {
            after = health.with(health.exhaustions().reportedAt(now));
            report(endpoint, after);
        }
        Optional<WebhookCommand> missing =
                known.flatMap(each -> HealthRules.missing(health, each, now))
                        .filter(command -> isNew(endpoint, command, now));
        missing.ifPresent(command -> send(endpoint, command, now));
        return missing.filter(ReportWebhookRecovered.class::isInstance).isPresent()
                ? after.recovered(now)
                : after;
    }

    private boolean isNew(String endpoint, WebhookCommand command, long now) {
        Sent before = sent.get(endpoint);
        return before == null
                || before.command().getClass() != command.getClass()
                || isOver(before, now);
    }

    private static boolean isOver(Sent before, long now) {
        return Math.abs(now - before.atMillis()) >= AGAIN_AFTER.toMillis();
    }

    private void send(String endpoint, WebhookCommand command, long now) {
        sent.put(endpoint, new Sent(command, now));
        context()
                .forward(
                        commands.record(command.workspace(), endpoint, (java.lang.Record) command),
                        HealthParts.COMMANDS);
    }

    /** Writes the last report, the same however often it is written. */
    private void report(String endpoint, EndpointHealth health) {
        endpoints
                .byId(endpoint)
                .ifPresent(known ->
                        context()
                                .forward(
                                        exhausted.record(known, health.exhaustions()),
                                        HealthParts.EVENTS));
    }

    private EndpointHealth health(String endpoint) {
        byte[] known = requireNonNull(store).get(key(endpoint));
        return known == null ? EndpointHealth.NONE : HealthCodec.decode(known);
    }

    private void put(String endpoint, EndpointHealth health) {
        requireNonNull(store).put(key(endpoint), HealthCodec.encode(health));
    }

    private static Bytes key(String endpoint) {
        return Bytes.wrap(endpoint.getBytes(US_ASCII));
    }
}
