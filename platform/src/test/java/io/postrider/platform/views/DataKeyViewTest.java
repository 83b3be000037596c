package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DataKeyViewTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final String WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final String USER = "usr_01kb3q8z1vf0t9h2x7c5n4m6ra";

    @RegisterExtension private final TestStores stores = new TestStores();
    @TempDir private Path folder;
    private SecretFiles files;

    @BeforeEach
    void openSecrets() {
        files = SecretFiles.open(folder.resolve("secrets"));
    }

    @Test
    @Verifies("dispatcher-data-keys")
    void theKeysOfUsersAreLeftOutWhereOnlyThoseOfWorkspacesAreWanted() {
        DataKeys minting = new DataKeys(files);
        DataKeys keys = new DataKeys(files);
        try (ProjectionStore store = stores.open(folder.resolve("view"))) {
            DataKeyProjection view = DataKeyProjection.ofWorkspaces(keys, IDS);
            apply(view, store, WORKSPACE, minting.mint(WORKSPACE));
            apply(view, store, USER, minting.mint(USER));

            opensOnlyWorkspaces(keys);
            DataKeys restarted = new DataKeys(files);
            DataKeyProjection.ofWorkspaces(restarted, IDS).load(store);
            opensOnlyWorkspaces(restarted);
            DataKeys all = new DataKeys(files);
            new DataKeyProjection(all, IDS).load(store);
            // Not on the disk either.
            opensOnlyWorkspaces(all);
        }
    }

    private static void opensOnlyWorkspaces(DataKeys keys) {
        assertThat(new SecretBox(keys).seal(WORKSPACE, "test", "text")).isPresent();
        assertThat(new SecretBox(keys).seal(USER, "test", "text")).isEmpty();
    }

    private static void apply(
            DataKeyProjection view, ProjectionStore store, String subject, String wrapped) {
        Secret secret = new Secret(subject, "data_key", wrapped, Instant.EPOCH);
        ProjectionBatch batch = store.newBatch();
        view.apply(
                new ConsumerRecord<>(
                        Topics.SECRETS.name(),
                        0,
                        0,
                        subject.getBytes(UTF_8),
                        ValueCodec.secrets(IDS).encode(secret)),
                batch);
        store.write(batch, Map.of());
        batch.actions().forEach(Runnable::run);
    }
}
