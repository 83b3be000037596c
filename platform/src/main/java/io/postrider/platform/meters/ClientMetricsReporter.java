package io.postrider.platform.meters;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.jspecify.annotations.Nullable;

/** Passes the metrics of a Kafka client to the {@link ClientMeters} of its configuration; Kafka makes one for each client. */
public final class ClientMetricsReporter implements MetricsReporter {

    private static final String APPLICATION_ID = "application.id";
    private static final Pattern RANDOM =
            Pattern.compile("-?\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private @Nullable ClientMeters meters;
    private String client = "";

    /** Those that are shown. */
    private final Set<KafkaMetric> shown = ConcurrentHashMap.newKeySet();

    /** The name of a client is that of its application or consumer group, if it has one. */
    @Override
    public void configure(Map<String, ?> configs) {
        meters = configs.get(ClientMeters.CONFIG) instanceof ClientMeters given ? given : null;
        for (String key :
                List.of(
                        CommonClientConfigs.CLIENT_ID_CONFIG,
                        CommonClientConfigs.GROUP_ID_CONFIG,
                        APPLICATION_ID)) {
            if (configs.get(key) instanceof String name && !name.isEmpty()) {
                client = RANDOM.matcher(name).replaceAll("");
            }
        }
    }

    @Override
    public void init(List<KafkaMetric> metrics) {
        metrics.forEach(this::metricChange);
    }

    @Override
    public void metricChange(KafkaMetric metric) {
        if (meters != null && meters.add(client, metric)) {
            shown.add(metric);
        }
    }

    @Override
    public void metricRemoval(KafkaMetric metric) {
        if (meters != null && shown.remove(metric)) {
            meters.remove(client, metric);
        }
    }

    /** A client that is closed removes no metrics. */
    @Override
    public void close() {
        Set.copyOf(shown).forEach(this::metricRemoval);
    }
}
