package io.postrider.automation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTopologyTest {

    /** A change of this file is a change of stored state: it needs a migration or a new application id. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo(@TempDir Path folder) throws IOException {
        try (TestEngine engine = new TestEngine(folder)) {
            assertThat(engine.process().topology().strip()).isEqualTo(golden().strip());
        }
    }

    @Test
    void rulesActOnTheEventsOfEveryContextThatWorkspacesSee() {
        assertThat(new EventFacts(LockedSchemaIds.shipped()).topics())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        Context.ofWorkspaces().stream()
                                                .map(context -> context.events().name()),
                                        Stream.of(
                                                Topics.CLICKS.name(),
                                                Topics.LISTINGS.name(),
                                                Topics.PUBLISHED.name()))
                                .toList())
                .doesNotContain(Context.USERS.events().name());
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        EngineTopologyTest.class.getResourceAsStream("topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
