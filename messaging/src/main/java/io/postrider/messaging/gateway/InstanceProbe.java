package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.messaging.gateway.GraphApi.GraphAnswer;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Queries providers for the numbers of connecting instances, and reports the results. An unreachable provider is queried again.
 */
final class InstanceProbe {

    private static final Logger LOGGER = LoggerFactory.getLogger(InstanceProbe.class);
    private static final Duration EVERY = Duration.ofMillis(500);

    /** The numbers of the pages of a list follow each other. */
    private static final long PAGES = 10_000;

    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final InstanceDirectory instances;
    private final GraphApi graph;
    private final SystemCommands commands;
    private final Partitions partitions;
    private final Producer<byte[], byte[]> producer;
    private final ScheduledExecutorService worker;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /** The connection of each instance whose templates were listed. */
    private final Map<String, Long> listed = new ConcurrentHashMap<>();

    private final ValueCodec<Delivery> sends;

    InstanceProbe(
            InstanceDirectory instances,
            GraphApi graph,
            SystemCommands commands,
            Partitions partitions,
            Producer<byte[], byte[]> producer,
            ScheduledExecutorService worker,
            SchemaIds ids) {
        this.instances = instances;
        this.graph = graph;
        this.commands = commands;
        this.partitions = partitions;
        this.producer = producer;
        this.worker = worker;
        this.sends = ValueCodec.deliveries(Topics.SENDS, ids);
    }

    /** Looks for instances that connect, twice a second. */
    void start() {
        var _ =
                worker.scheduleWithFixedDelay(
                        this::probeAll, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void probeAll() {
        instances.all().stream()
                .filter(instance ->
                        instance.state() == InstanceState.CONNECTING
                                || instance.state() == InstanceState.RECONNECTING)
                .filter(instance -> underWay.add(key(instance)))
                .forEach(this::probe);
        instances.all().stream()
                .filter(instance -> instance.state() == InstanceState.CONNECTED)
                .filter(instance -> !instance.isSandbox())
                .filter(instance ->
                        !Objects.equals(
                                listed.put(instance.id(), instance.epoch()), instance.epoch()))
                .forEach(this::list);
    }

    /** Lists the templates of the account. The queue takes the work of a connection once, whichever node asks for it. */
    private void list(Instance instance) {
        Delivery listing =
                Templates.listing(
                        instance.workspace(),
                        instance.id(),
                        instance.epoch() * PAGES,
                        "",
                        instance.stateSince());
        var _ =
                producer.send(
                        new ProducerRecord<>(
                                Topics.SENDS.name(),
                                partitions.of(instance.id()),
                                instance.id().getBytes(US_ASCII),
                                sends.encode(listing)),
                        (_, failure) -> {
                            if (failure != null) {
                                listed.remove(instance.id());
                            }
                        });
    }

    private void probe(Instance instance) {
        var _ =
                graph.get(instance, "?fields=display_phone_number,quality_rating")
                        .map(answer -> report(instance, answer))
                        .onErrorResume(failure -> Mono.just(failed(instance, failure)))
                        .subscribe(report -> worker.execute(() -> send(instance, report)));
    }

    private static ReportInstance report(Instance instance, GraphAnswer answer) {
        if (answer.isOk()) {
            return report(instance, InstanceState.CONNECTED, null);
        }
        return switch (GraphErrors.of(answer.status(), answer.body(), answer.retryAfter())) {
            case SendOutcome.Failed(var error) ->
                    report(instance, InstanceState.FAILED, error.code());
            case SendOutcome.Unauthorized(var error) ->
                    report(instance, InstanceState.FAILED, error.code());
            default -> report(instance, InstanceState.RECONNECTING, "provider_busy");
        };
    }

    private static ReportInstance failed(Instance instance, Throwable failure) {
        return failure instanceof GraphApi.NotCalledException
                ? report(instance, InstanceState.FAILED, failure.getMessage())
                : report(instance, InstanceState.RECONNECTING, "unreachable");
    }

    private static ReportInstance report(
            Instance instance, InstanceState state, @Nullable String reason) {
        return new ReportInstance(instance.workspace(), instance.epoch(), state, reason);
    }

    private void send(Instance instance, ReportInstance report) {
        if (report.state() == InstanceState.RECONNECTING) {
            askAgain(instance);
        }
        var record = commands.record(instance.workspace(), instance.id(), report);
        var _ =
                producer.send(
                        new ProducerRecord<>(
                                Context.INSTANCES.commands().name(),
                                partitions.of(instance.id()),
                                record.key(),
                                record.value()),
                        (_, failure) -> {
                            if (failure != null) {
                                LOGGER.atWarn()
                                        .addKeyValue("instance", instance.id())
                                        .addKeyValue("exception", failure.getClass().getName())
                                        .log("The state of an instance could not be reported");
                                askAgain(instance);
                            }
                        });
    }

    private void askAgain(Instance instance) {
        var _ =
                worker.schedule(
                        () -> underWay.remove(key(instance)),
                        AGAIN.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private static String key(Instance instance) {
        return instance.id() + "#" + instance.epoch();
    }
}
