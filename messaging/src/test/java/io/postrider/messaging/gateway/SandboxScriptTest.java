package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class SandboxScriptTest {

    @Test
    void theManualHasTheTableOfAllScripts() throws IOException {
        String manual = Files.readString(Path.of("../docs/whatsapp.md"));

        for (Map.Entry<String, SandboxScript> each : SandboxScript.all().entrySet()) {
            assertThat(manual)
                    .contains("| " + each.getKey() + " | " + each.getValue().what() + " |");
        }
    }

    @Test
    void otherNumbersAreSentToDeliveredAndRead() {
        assertThat(SandboxScript.of("491701234567").steps())
                .extracting(SandboxScript.Step::status)
                .containsExactly("sent", "delivered", "read");
    }

    @Test
    void repliesNameTheMessagesThatTheyAreAbout() {
        assertThat(SandboxScript.of("12025550122").replies("1", "wamid.A", "wamid.B"))
                .map(reply -> reply.at("/reaction/message_id").asString())
                .containsExactly("wamid.A", "wamid.A");
        assertThat(SandboxScript.of("12025550124").replies("1", "wamid.A", "wamid.B"))
                .map((ObjectNode reply) -> reply.path("id").asString())
                .containsExactly("wamid.B", "wamid.B");
    }

    @Test
    void aCallIsRefusedAsOftenAsTheScriptSays() {
        SandboxScript script = SandboxScript.of("12025550152");

        assertThat(script.refusal(1)).isPresent();
        assertThat(script.refusal(2)).isEmpty();
        assertThat(SandboxScript.of("12025550153").refusal(1_000)).isPresent();
    }
}
