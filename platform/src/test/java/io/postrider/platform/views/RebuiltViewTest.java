package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A key that was revoked is in force again between two records of a log that is read again. */
class RebuiltViewTest {

    private static final Topic KEYS = Context.KEYS.events();

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    @TempDir private Path folder;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);

    @Test
    @Verifies("key-rebuilt-view")
    void whileTheLogIsReadAgainTheViewIsNotCaughtUp() {
        fixture.log.create(KEYS, 1);
        fixture.log.append(KEYS, 0, "key", "created", 0);
        fixture.log.append(KEYS, 0, "key", "revoked", 1);
        Running running = fixture.start(folder.resolve("store"), new States());
        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
        TopicPartition partition = new TopicPartition(KEYS.name(), 0);

        fixture.log.failNextPoll(new LogTruncationException(Map.of(partition, 2L), Map.of()));
        await().until(() -> seen.size() == 3);

        assertThat(running.runner().caughtUp()).isNotDone();
        assertThat(running.runner().staleness(KEYS)).isGreaterThan(Duration.ofDays(365));
        goesOn.countDown();
        await().until(() -> running.runner().caughtUp().isDone());
        assertThat(seen).containsExactly("created", "revoked", "created", "revoked");
    }

    /** Waits behind the third record. */
    private final class States implements Projection {

        @Override
        public String layout() {
            return "states";
        }

        @Override
        public Set<Topic> topics() {
            return Set.of(KEYS);
        }

        @Override
        public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
            seen.add(new String(record.value(), UTF_8));
            if (seen.size() == 3) {
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
