package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.views.Commits;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kept completions cannot be read without the data key of their workspace. */
class KafkaCompletionStoreTest {

    private static final String WORKSPACE = "ws_a";
    private static final String OTHER = "ws_b";
    private static final String PACKED = "planted-completion";

    @TempDir private Path folder;
    @AutoClose private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    @Test
    @Verifies("completions-sealed")
    void aCompletionIsSealedForItsWorkspaceAndScope() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder.resolve("secrets")));
        keys.put(WORKSPACE, 0, keys.mint(WORKSPACE));
        keys.put(OTHER, 0, keys.mint(OTHER));
        try (ProjectionStore store = ProjectionStore.open(folder.resolve("view"), memory, 50);
                KafkaCompletionStore log =
                        new KafkaCompletionStore(
                                new DurableAppends(producer),
                                store,
                                0x1d,
                                LockedSchemaIds.shipped(),
                                new SecretBox(keys),
                                () -> Instant.EPOCH)) {
            var _ = log.keep(WORKSPACE, "scope", new CompletionStore.Kept(false, PACKED));
            ProducerRecord<byte[], byte[]> written = producer.history().getFirst();
            hears(log, store, "scope", written.value());
            hears(log, store, "another", written.value());

            assertThat(new String(written.value(), StandardCharsets.ISO_8859_1))
                    .doesNotContain(PACKED);
            assertThat(log.find(WORKSPACE, "scope").orElseThrow().packed()).isEqualTo(PACKED);
            assertThat(log.find(OTHER, "scope")).isEmpty();
            assertThat(log.find(WORKSPACE, "another").orElseThrow().packed()).isNull();
            keys.remove(WORKSPACE, 0);
            assertThat(log.find(WORKSPACE, "scope").orElseThrow().packed()).isNull();
        }
    }

    private static void hears(
            KafkaCompletionStore log, ProjectionStore store, String scope, byte[] value) {
        ProjectionBatch batch = store.newBatch();
        log.view()
                .apply(
                        new ConsumerRecord<>(
                                "completions", 0, 0, scope.getBytes(StandardCharsets.UTF_8), value),
                        batch);
        Commits.commit(store, batch);
    }
}
