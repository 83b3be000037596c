package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStorePartitionException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LocalAggregatesTest {

    private static final byte[] EVENT = {1, 2, 3};

    private final Partitions partitions = new Partitions(4);
    private final KafkaStreams streams = mock(KafkaStreams.class);
    private final PartitionTakeovers takeovers = mock(PartitionTakeovers.class);
    private final LocalAggregates aggregates =
            new LocalAggregates(() -> streams, partitions, takeovers);

    @BeforeEach
    void allPartitionsAreCaughtUp() {
        when(takeovers.isCaughtUp(anyInt())).thenReturn(true);
    }

    @Test
    void theNewestEventComesFromTheStoreOfThePartition() {
        int partition = partitions.of("go.test/a");
        Map<Bytes, byte[]> stored = Map.of(AggregateStore.key(Context.LINKS, "go.test/a"), EVENT);
        when(streams.store(any()))
                .thenAnswer(call -> {
                    StoreQueryParameters<?> asked = call.getArgument(0);
                    assertThat(asked.storeName()).isEqualTo("aggregates");
                    assertThat(asked.partition()).isEqualTo(partition);
                    assertThat(asked.staleStoresEnabled()).isFalse();
                    return reading(stored);
                });

        assertThat(aggregates.newest(Context.LINKS, "go.test/a"))
                .isInstanceOfSatisfying(
                        NewestEvent.Found.class,
                        found -> assertThat(found.framed()).isEqualTo(EVENT));
        assertThat(aggregates.newest(Context.KEYS, "go.test/a")).isEqualTo(new NewestEvent.None());
    }

    @Test
    void aPartitionThatLacksDecisionsOfItsFormerOwnerCannotBeRead() {
        when(streams.store(any())).thenAnswer(_ -> reading(Map.of()));
        when(takeovers.isCaughtUp(partitions.of("go.test/a"))).thenReturn(false);

        assertThat(aggregates.newest(Context.LINKS, "go.test/a"))
                .isEqualTo(new NewestEvent.Unreadable());
    }

    @Test
    void anAggregateOfAnotherNodeCannotBeReadHere() {
        when(streams.store(any())).thenThrow(new InvalidStateStorePartitionException("elsewhere"));

        assertThat(aggregates.newest(Context.LINKS, "go.test/a"))
                .isEqualTo(new NewestEvent.Unreadable());
    }

    @Test
    void aStoppedDeciderCanReadNothingAndKnowsNoOwner() {
        when(streams.store(any())).thenThrow(new IllegalStateException("not running"));
        when(streams.state()).thenReturn(KafkaStreams.State.NOT_RUNNING);

        assertThat(aggregates.newest(Context.LINKS, "go.test/a"))
                .isEqualTo(new NewestEvent.Unreadable());
        assertThat(aggregates.ownerOf(Context.LINKS, "go.test/a")).isEmpty();
    }

    @Test
    void theOwnerIsTheNodeThatReadsThePartitionsCommands() {
        int partition = partitions.of("go.test/a");
        when(streams.state()).thenReturn(KafkaStreams.State.RUNNING);
        var others = client("a", otherPartitions(partition));
        var owner = client("b", new int[] {partition});
        when(streams.metadataForAllStreamsClients()).thenReturn(List.of(others, owner));

        assertThat(aggregates.ownerOf(Context.LINKS, "go.test/a"))
                .hasValue(new HostInfo("b", 8080));
    }

    @Test
    void aNodeWithoutAnAddressOwnsNothing() {
        when(streams.state()).thenReturn(KafkaStreams.State.RUNNING);
        StreamsMetadata client = client("a", new int[] {0, 1, 2, 3});
        when(client.hostInfo()).thenReturn(HostInfo.unavailable());
        when(streams.metadataForAllStreamsClients()).thenReturn(List.of(client));

        assertThat(aggregates.ownerOf(Context.LINKS, "go.test/a")).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static ReadOnlyKeyValueStore<Bytes, byte[]> reading(Map<Bytes, byte[]> stored) {
        ReadOnlyKeyValueStore<Bytes, byte[]> store = mock(ReadOnlyKeyValueStore.class);
        when(store.get(any())).thenAnswer(call -> stored.get(call.<Bytes>getArgument(0)));
        return store;
    }

    private static StreamsMetadata client(String host, int[] partitions) {
        StreamsMetadata client = mock(StreamsMetadata.class);
        when(client.hostInfo()).thenReturn(new HostInfo(host, 8080));
        when(client.topicPartitions())
                .thenReturn(
                        Set.of(
                                Arrays.stream(partitions)
                                        .mapToObj(p ->
                                                new TopicPartition(
                                                        "postrider.commands.links.v1", p))
                                        .toArray(TopicPartition[]::new)));
        return client;
    }

    private static int[] otherPartitions(int partition) {
        return IntStream.range(0, 4).filter(p -> p != partition).toArray();
    }
}
