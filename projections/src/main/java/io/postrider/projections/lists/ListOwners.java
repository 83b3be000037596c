package io.postrider.projections.lists;

import io.postrider.platform.views.Projection;
import io.postrider.platform.views.source.SourceStores;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;

/** The nodes that have the partitions of the lists. */
@FunctionalInterface
public interface ListOwners {

    /** This node. */
    String HERE = "here";

    /**
     * The owner of each partition of a view; without the partitions that have none at present.
     *
     * @param standby whether the standby replicas are asked for
     * @return {@link #HERE} or the {@code host:port} of another node, by partition
     */
    Map<Integer, String> of(Projection view, boolean standby);

    /** All partitions are on this node. */
    static ListOwners alone(int partitions) {
        Map<Integer, String> all =
                IntStream.range(0, partitions)
                        .boxed()
                        .collect(Collectors.toMap(partition -> partition, _ -> HERE));
        return (_, standby) -> standby ? Map.of() : all;
    }

    /**
     * The partitions are where Kafka Streams has assigned them.
     *
     * @param streams the application; throws {@link StreamsNotStartedException} before its start
     * @param self this node as the application announces it, {@code host:port}
     */
    static ListOwners assigned(Supplier<KafkaStreams> streams, String self) {
        return (view, standby) -> {
            try {
                KafkaStreams application = streams.get();
                return application.state().isRunningOrRebalancing()
                        ? owners(application, SourceStores.name(view), self, standby)
                        : Map.of();
            } catch (StreamsNotStartedException _) {
                return Map.of();
            }
        };
    }

    private static Map<Integer, String> owners(
            KafkaStreams application, String topic, String self, boolean standby) {
        Function<StreamsMetadata, Set<TopicPartition>> partitions =
                standby
                        ? StreamsMetadata::standbyTopicPartitions
                        : StreamsMetadata::topicPartitions;
        Map<Integer, String> owners = new HashMap<>();
        for (StreamsMetadata client : application.streamsMetadataForStore(topic)) {
            HostInfo host = client.hostInfo();
            String node = node(host);
            for (TopicPartition partition : partitions.apply(client)) {
                if (partition.topic().equals(topic) && !host.equals(HostInfo.unavailable())) {
                    owners.put(partition.partition(), node.equals(self) ? HERE : node);
                }
            }
        }
        return owners;
    }

    /** Kafka takes the brackets of an IPv6 address away. */
    private static String node(HostInfo host) {
        return host.host().contains(":")
                ? "[" + host.host() + "]:" + host.port()
                : host.host() + ":" + host.port();
    }
}
