package io.postrider.platform.streams;

import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription.Source;

/**
 * The name of an application's member in its group.
 *
 * <p>A member that returns under its name keeps its partitions without a rebalance, which makes a restart quick. After an
 * update that reads another topic it would never get that topic's partitions. So the name depends on the topics: if they
 * change, a new member joins, and the old one is removed after its session timeout.
 */
final class Membership {

    private static final String NAME =
            StreamsConfig.mainConsumerPrefix(CommonClientConfigs.GROUP_INSTANCE_ID_CONFIG);

    private Membership() {}

    static Properties of(Topology topology, Properties properties) {
        Properties all = new Properties();
        all.putAll(properties);
        all.computeIfPresent(NAME, (_, name) -> name + "-" + sources(topology));
        return all;
    }

    private static String sources(Topology topology) {
        TreeSet<String> topics =
                topology.describe().subtopologies().stream()
                        .flatMap(part -> part.nodes().stream())
                        .filter(Source.class::isInstance)
                        .flatMap(node -> ((Source) node).topicSet().stream())
                        .collect(Collectors.toCollection(TreeSet::new));
        CRC32 sum = new CRC32();
        sum.update(String.join(",", topics).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }
}
