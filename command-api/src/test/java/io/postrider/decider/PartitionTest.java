package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.streams.DeadLetterHandler;
import io.postrider.schemas.Context;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTest {

    private final ProcessorHarness bench = new ProcessorHarness();

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 11})
    void anEventGoesToThePartitionThatItsCommandCameFrom(int partition) {
        CommandBuilder asked =
                CommandBuilder.of(1, Context.WORKSPACES, "ws", null).once("scope", "hash");

        var forwarded = bench.process(Context.WORKSPACES, partition, 1L << 40, asked.framed());

        PartitionedValue placed = forwarded.getFirst().value();
        assertThat(placed.partition()).isEqualTo(partition);
        assertThat(PartitionedValue.PARTITIONER.partitions("events", new byte[0], placed, 12))
                .isEqualTo(Optional.of(Set.of(partition)));
        assertThat(PartitionedValue.SERIALIZER.serialize("events", placed))
                .isSameAs(placed.value());
        assertThat(bench.latestOutcome().partition()).isEqualTo(partition);
        assertThat(bench.latestOutcome().offset()).isEqualTo(1L << 40);
    }

    @Test
    void topicsWithDifferentNumbersOfPartitionsStopTheTask() {
        PartitionedValue placed = new PartitionedValue(4, new byte[0]);

        assertThatThrownBy(() ->
                        PartitionedValue.PARTITIONER.partitions("events", new byte[0], placed, 4))
                .isInstanceOfSatisfying(
                        StreamsException.class,
                        e -> assertThat(DeadLetterHandler.isOfPlatform(e)).isTrue())
                .hasMessageContaining("partition 4 of events with 4");
    }

    @Test
    void onlyACommandThatCameAloneIsCommittedEarly() {
        assertThat(bench.asksForCommit(1_000, 1_001)).isTrue();
        assertThat(bench.asksForCommit(1_050, 1_200)).isFalse();
        assertThat(bench.asksForCommit(1_300, 1_400)).isFalse();
        assertThat(bench.asksForCommit(1_400, 1_401)).isTrue();
    }
}
