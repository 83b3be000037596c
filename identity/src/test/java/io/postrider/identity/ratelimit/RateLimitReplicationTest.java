package io.postrider.identity.ratelimit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RateLimitReplicationTest {

    /** No server listens there. */
    private static final KafkaSettings LOG =
            KafkaSettings.single("localhost:1", Durability.REPLICATED, "a");

    @Test
    void undecodableRecordsAreSkipped() {
        ClusterRateLimiter quotas = new ClusterRateLimiter(InstantSource.system(), "a", true);
        UsageConsumer reader =
                new UsageConsumer(LOG, quotas, LockedSchemaIds.shipped(), InstantSource.system());

        for (byte[] value : new byte[][] {null, {}, {1, 2, 3}}) {
            assertThatCode(() ->
                            reader.apply(new ConsumerRecord<>("quotas", 0, 0, new byte[0], value)))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aDeadWriterIsReported() {
        AtomicBoolean broken = new AtomicBoolean(true);
        InstantSource clock =
                () -> {
                    if (broken.get()) {
                        throw new NoClassDefFoundError("a.B");
                    }
                    return Instant.EPOCH;
                };
        ClusterRateLimiter quotas = new ClusterRateLimiter(clock, "a", true);
        try (KafkaClients clients = KafkaClients.open(LOG);
                RateLimitReplication shared =
                        RateLimitReplication.start(
                                clients,
                                quotas,
                                LockedSchemaIds.shipped(),
                                InstantSource.system())) {
            await().until(() -> shared.dead().isDone());
            // Closing writes the newest counts.
            broken.set(false);
        }
    }
}
