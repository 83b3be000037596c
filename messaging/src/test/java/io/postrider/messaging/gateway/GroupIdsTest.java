package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.json.Json;
import java.nio.file.Path;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class GroupIdsTest {

    private static final String WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final String INSTANCE = "inst_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final String GROUP = "grp_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final JsonNode NEWS =
            Json.object().put("group_id", "1.2").put("subject", "Trip to Lisbon");

    private final KeyValueStore<String, byte[]> store =
            GroupIds.builder().withLoggingDisabled().build();
    @TempDir private Path folder;

    @BeforeEach
    void open() {
        store.init(new MockProcessorContext<>().getStateStoreContext(), store);
    }

    @Test
    void theGroupIsFoundWhicheverComesFirst() {
        GroupIds ids = ids();
        assertThat(ids.requested(WORKSPACE, INSTANCE, "first", GROUP)).isEmpty();
        assertThat(ids.told(WORKSPACE, INSTANCE, "first", NEWS)).contains(GROUP);

        assertThat(ids.told(WORKSPACE, INSTANCE, "second", NEWS)).isEmpty();
        assertThat(ids.told(WORKSPACE, INSTANCE, "second", NEWS)).isEmpty();
        assertThat(ids.requested(WORKSPACE, INSTANCE, "second", GROUP)).contains(NEWS);

        assertThat(ids.find(INSTANCE, "1.2")).contains(GROUP);
        assertThat(ids.find("inst_2", "1.2")).isEmpty();
    }

    /** A record that is set aside is read again, and then must find what it found. */
    @Test
    void changesAreStoredAfterTheyAreWritten() {
        GroupIds ids = ids();
        assertThat(ids.told(WORKSPACE, INSTANCE, "first", NEWS)).isEmpty();
        ids.begin();

        assertThat(ids.requested(WORKSPACE, INSTANCE, "first", GROUP)).isEmpty();
        ids.write();
        assertThat(ids().told(WORKSPACE, INSTANCE, "first", NEWS)).contains(GROUP);
    }

    @Test
    void theNewsOfAGroupWaitsAsCiphertext() {
        GroupIds ids = ids();
        assertThat(ids.told(WORKSPACE, INSTANCE, "first", NEWS)).isEmpty();
        ids.write();

        try (var all = store.all()) {
            assertThat(all)
                    .toIterable()
                    .singleElement()
                    .satisfies(entry ->
                            assertThat(new String(entry.value, UTF_8)).doesNotContain("Lisbon"));
        }
    }

    private GroupIds ids() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder));
        keys.put(WORKSPACE, 0, keys.mint(WORKSPACE));
        return new GroupIds(store, new Secrets(new SecretBox(keys)));
    }
}
