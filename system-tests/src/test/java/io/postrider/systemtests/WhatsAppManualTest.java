package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The lines of the manual of WhatsApp send a first message through the sandbox. */
@ExtendWith(SharedPostrider.class)
class WhatsAppManualTest {

    private static final String BEGIN = "```bash\n";

    @TempDir private Path folder;

    @Test
    void theLinesSendAMessageThatIsReadAndAnswered(Workspace node) throws Exception {
        String manual = Files.readString(Path.of("../docs/whatsapp.md"));
        int begin = manual.indexOf(BEGIN) + BEGIN.length();
        String lines = manual.substring(begin, manual.indexOf("```", begin));
        String names =
                "set -e; mkdir -p data; api=http://localhost:%d/api/v1; auth='Authorization: Bearer %s'; json='Content-Type: application/json'\n"
                        .formatted(node.port(), node.apiKey());

        String printed = Programs.run(folder, names + lines, List.of("bash", "-s"));

        assertThat(printed).contains("\"object\":\"message\"");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> {
                    JsonNode all = node.getJson("/api/v1/messages").path("data");
                    return all.size() == 2
                            && all.valueStream()
                                    .anyMatch(
                                            each -> each.path("status").asString().equals("read"));
                });
    }
}
