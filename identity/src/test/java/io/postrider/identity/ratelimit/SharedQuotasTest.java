package io.postrider.identity.ratelimit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.LogSettings;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class SharedQuotasTest {

    /** No server listens there. */
    private static final LogSettings LOG =
            LogSettings.single("localhost:1", Durability.REPLICATED, "a");

    @Test
    void aRecordThatCannotBeReadIsPassedOver() {
        Quotas quotas = new Quotas(InstantSource.system(), "a", true);
        QuotaReader reader =
                new QuotaReader(LOG, quotas, LockedSchemaIds.shipped(), InstantSource.system());

        for (byte[] value : new byte[][] {null, {}, {1, 2, 3}}) {
            assertThatCode(() ->
                            reader.apply(new ConsumerRecord<>("quotas", 0, 0, new byte[0], value)))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aWriterThatAnErrorEndedSaysSo() {
        AtomicBoolean broken = new AtomicBoolean(true);
        InstantSource clock =
                () -> {
                    if (broken.get()) {
                        throw new NoClassDefFoundError("a.B");
                    }
                    return Instant.EPOCH;
                };
        Quotas quotas = new Quotas(clock, "a", true);
        try (SharedQuotas shared =
                SharedQuotas.start(
                        LOG, quotas, LockedSchemaIds.shipped(), InstantSource.system())) {
            await().until(() -> shared.dead().isDone());
            // The end writes what was used last.
            broken.set(false);
        }
    }
}
