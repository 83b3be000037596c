package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.views.ProjectionMemory;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsAppTest {

    @TempDir Path folder;

    @Test
    void anApplicationThatWaitsForKafkaIsHealthyUntilItIsClosed() {
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20)) {
            StreamsSettings settings =
                    new StreamsSettings(
                            KafkaSettings.single("localhost:1", Durability.FSYNC, "node"),
                            folder,
                            memory,
                            null);
            Topology topology =
                    new Topology()
                            .addSource(
                                    "in",
                                    new ByteArrayDeserializer(),
                                    new ByteArrayDeserializer(),
                                    "in");
            StreamsApp app =
                    new StreamsApp(
                            topology,
                            settings.atLeastOnce(
                                    "postrider-test", Duration.ofSeconds(1), Duration.ZERO));

            assertThat(app.healthy()).isTrue();
            assertThat(app.running()).isNotDone();
            assertThat(app.state()).isEqualTo(KafkaStreams.State.CREATED);

            app.close();

            assertThat(app.healthy()).isFalse();
            assertThat(app.running()).isCompletedExceptionally();
            assertThat(app.threadsReplaced()).isZero();
        }
    }
}
