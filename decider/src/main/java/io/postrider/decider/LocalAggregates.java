package io.postrider.decider;

import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest state of the aggregates that this node's decider owns, and the owners of the others. */
public final class LocalAggregates {

    private static final Logger LOGGER = LoggerFactory.getLogger(LocalAggregates.class);

    private final Supplier<KafkaStreams> streams;
    private final Partitions partitions;
    private final PartitionTakeovers takeovers;

    /**
     * The state of a decider.
     *
     * @param streams the decider's application; throws {@link StreamsNotStartedException} before its start
     * @param takeovers receives the partitions of that application
     */
    public LocalAggregates(
            Supplier<KafkaStreams> streams, Partitions partitions, PartitionTakeovers takeovers) {
        this.takeovers = takeovers;
        this.streams = streams;
        this.partitions = partitions;
    }

    /**
     * The newest event of an aggregate, or that this node cannot tell at present. Reads the disk at worst, so not for an
     * event loop.
     */
    public NewestEvent newest(Context context, String aggregate) {
        int partition = partitions.of(aggregate);
        if (!takeovers.isCaughtUp(partition)) {
            return new NewestEvent.Unreadable();
        }
        try {
            ReadOnlyKeyValueStore<Bytes, byte[]> store =
                    streams.get()
                            .store(
                                    StoreQueryParameters.fromNameAndType(
                                                    AggregateStore.NAME,
                                                    QueryableStoreTypes
                                                            .<Bytes, byte[]>keyValueStore())
                                            .withPartition(partition));
            byte[] framed = store.get(AggregateStore.key(context, aggregate));
            return framed == null ? new NewestEvent.None() : new NewestEvent.Found(framed);
        } catch (InvalidStateStoreException | IllegalStateException e) {
            LOGGER.atDebug().setCause(e).log("The decider's store cannot be read here and now");
            return new NewestEvent.Unreadable();
        }
    }

    /** The address of the node whose decider owns an aggregate; empty while none does. */
    public Optional<HostInfo> ownerOf(Context context, String aggregate) {
        TopicPartition commands =
                new TopicPartition(Topics.commands(context).name(), partitions.of(aggregate));
        try {
            return ownerOf(commands, streams.get());
        } catch (StreamsNotStartedException _) {
            return Optional.empty();
        }
    }

    private static Optional<HostInfo> ownerOf(TopicPartition commands, KafkaStreams running) {
        if (!running.state().isRunningOrRebalancing()) {
            return Optional.empty();
        }
        return running.metadataForAllStreamsClients().stream()
                .filter(client -> client.topicPartitions().contains(commands))
                .map(StreamsMetadata::hostInfo)
                .filter(host -> !host.equals(HostInfo.unavailable()))
                .findFirst();
    }
}
