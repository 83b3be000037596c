package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.views.ProjectionMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsAppTest {

    @TempDir Path folder;

    @Test
    void anApplicationThatWaitsForKafkaIsHealthyUntilItIsClosed() {
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20)) {
            StreamsApp app = app(memory);

            assertThat(app.healthy()).isTrue();
            assertThat(app.running()).isNotDone();
            assertThat(app.state()).isEqualTo(KafkaStreams.State.CREATED);
            assertThatThrownBy(app::streams).isInstanceOf(StreamsNotStartedException.class);

            app.start();

            assertThat(app.healthy()).isTrue();
            assertThat(app.state()).isEqualTo(KafkaStreams.State.REBALANCING);
            assertThat(app.streams().state()).isEqualTo(KafkaStreams.State.REBALANCING);

            app.close();

            assertThat(app.healthy()).isFalse();
            assertThat(app.running()).isCompletedExceptionally();
            assertThat(app.threadsReplaced()).isZero();
        }
    }

    @Test
    void anApplicationThatIsClosedBeforeItsStartStaysClosed() {
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20)) {
            StreamsApp app = app(memory);

            app.close();
            app.start();

            assertThat(app.healthy()).isFalse();
            assertThat(app.state()).isEqualTo(KafkaStreams.State.NOT_RUNNING);
        }
    }

    private StreamsApp app(ProjectionMemory memory) {
        StreamsSettings settings =
                new StreamsSettings(
                        KafkaSettings.single("localhost:1", Durability.FSYNC, "node"),
                        folder,
                        memory,
                        null);
        Consumer<Topology> nodes =
                topology ->
                        topology.addSource(
                                "in",
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer(),
                                "in");
        return new StreamsApp(
                nodes,
                settings.atLeastOnce("postrider-test", Duration.ofSeconds(1), Duration.ZERO));
    }
}
