package io.postrider.platform.meters;

import static java.util.function.Function.identity;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.jspecify.annotations.Nullable;

/**
 * Those metrics of the Kafka clients and Streams applications of a process that are worth a scrape, of the thousands that they
 * have. Clients that share a name are shown together.
 */
public final class ClientMeters {

    /** The key of these in the configuration of a client, for {@link ClientMetricsReporter}. */
    public static final String CONFIG = "postrider.client.meters";

    private static final String PARTITION = "partition";
    private static final String TOPIC = "topic";

    private static final Map<String, Family> FAMILIES =
            Stream.of(
                            new Family(
                                    "consumer-fetch-manager-metrics records-lag",
                                    "postrider.lag.records",
                                    "Records of a partition that an application has not read yet",
                                    Kind.PARTITION_GAUGE),
                            new Family(
                                    "consumer-fetch-manager-metrics records-consumed-total",
                                    "kafka.consumer.records.consumed",
                                    "Records that consumers have read",
                                    Kind.COUNTER),
                            new Family(
                                    "consumer-coordinator-metrics rebalance-total",
                                    "kafka.consumer.rebalance",
                                    "Rebalances of consumer groups",
                                    Kind.COUNTER),
                            new Family(
                                    "producer-metrics record-send-total",
                                    "kafka.producer.record.send",
                                    "Records that producers have sent",
                                    Kind.COUNTER),
                            new Family(
                                    "producer-metrics record-retry-total",
                                    "kafka.producer.record.retry",
                                    "Records that producers have sent again",
                                    Kind.COUNTER),
                            new Family(
                                    "producer-metrics record-error-total",
                                    "kafka.producer.record.error",
                                    "Records that producers could not send",
                                    Kind.COUNTER),
                            new Family(
                                    "producer-metrics buffer-available-bytes",
                                    "kafka.producer.buffer.available.bytes",
                                    "Free bytes of the buffers of producers",
                                    Kind.GAUGE),
                            new Family(
                                    "stream-thread-metrics process-total",
                                    "kafka.stream.process",
                                    "Records that applications have processed",
                                    Kind.COUNTER),
                            new Family(
                                    "stream-thread-metrics commit-total",
                                    "kafka.stream.commit",
                                    "Commits of applications",
                                    Kind.COUNTER),
                            new Family(
                                    "stream-metrics failed-stream-threads",
                                    "kafka.stream.failed.threads",
                                    "Threads of applications that have failed",
                                    Kind.GAUGE))
                    .collect(Collectors.toUnmodifiableMap(Family::source, identity()));

    private final MeterRegistry registry;

    /** A meter, and the metrics that it shows together. */
    private final Map<Meter.Id, Shown> shown = new ConcurrentHashMap<>();

    private enum Kind {
        COUNTER,
        GAUGE,
        PARTITION_GAUGE
    }

    /** @param source group and name of the metric of Kafka */
    private record Family(String source, String name, String description, Kind kind) {}

    /** The metrics of one meter, and what those of clients counted that are closed: a counter must not fall. */
    private static final class Shown {

        private final Family family;
        private final List<KafkaMetric> metrics = new ArrayList<>();
        private double closed;

        Shown(Family family) {
            this.family = family;
        }

        synchronized void add(KafkaMetric metric) {
            metrics.add(metric);
        }

        /** Whether there are others. */
        synchronized boolean remove(KafkaMetric metric) {
            if (metrics.remove(metric)) {
                closed += ClientMeters.value(metric);
            }
            return !metrics.isEmpty();
        }

        synchronized double value() {
            DoubleStream values = metrics.stream().mapToDouble(ClientMeters::value);
            return family.kind == Kind.COUNTER ? closed + values.sum() : values.max().orElse(0);
        }
    }

    public ClientMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Shows a metric; false if it is none of those.
     *
     * @param client name of its client
     */
    boolean add(String client, KafkaMetric metric) {
        Family family = family(metric.metricName());
        if (family != null) {
            shown.compute(
                    id(family, client, metric),
                    (id, known) -> {
                        Shown all = known == null ? new Shown(family) : known;
                        all.add(metric);
                        if (known == null) {
                            register(id, all);
                        }
                        return all;
                    });
        }
        return family != null;
    }

    /** Shows a metric no longer. */
    void remove(String client, KafkaMetric metric) {
        Family family = family(metric.metricName());
        if (family != null) {
            shown.computeIfPresent(
                    id(family, client, metric),
                    (id, all) -> {
                        if (all.remove(metric)) {
                            return all;
                        }
                        registry.remove(id);
                        return null;
                    });
        }
    }

    private static @Nullable Family family(MetricName name) {
        Family family = FAMILIES.get(name.group() + " " + name.name());
        if (family == null) {
            return null;
        }
        String topic = name.tags().get(TOPIC);
        return switch (family.kind) {
            case COUNTER, GAUGE -> topic == null ? family : null;
            case PARTITION_GAUGE -> isTopic(topic) ? family : null;
        };
    }

    /** Topics of Postrider have dots. Kafka shows them a second time without, under a name that is deprecated (KIP-1109). */
    private static boolean isTopic(@Nullable String topic) {
        return topic != null && topic.indexOf('.') >= 0;
    }

    private static Meter.Id id(Family family, String client, KafkaMetric metric) {
        Map<String, String> of = metric.metricName().tags();
        Tags tags =
                family.kind == Kind.PARTITION_GAUGE
                        ? Tags.of(
                                "application",
                                client,
                                TOPIC,
                                of.getOrDefault(TOPIC, ""),
                                PARTITION,
                                of.getOrDefault(PARTITION, ""))
                        : Tags.of("client", client);
        Meter.Type type = family.kind == Kind.COUNTER ? Meter.Type.COUNTER : Meter.Type.GAUGE;
        return new Meter.Id(family.name, tags, null, family.description, type);
    }

    private void register(Meter.Id id, Shown all) {
        if (all.family.kind == Kind.COUNTER) {
            FunctionCounter.builder(id.getName(), all, Shown::value)
                    .tags(id.getTags())
                    .description(id.getDescription())
                    .register(registry);
        } else {
            Gauge.builder(id.getName(), all, Shown::value)
                    .tags(id.getTags())
                    .description(id.getDescription())
                    .register(registry);
        }
    }

    private static double value(KafkaMetric metric) {
        return metric.metricValue() instanceof Number number && !Double.isNaN(number.doubleValue())
                ? number.doubleValue()
                : 0;
    }
}
