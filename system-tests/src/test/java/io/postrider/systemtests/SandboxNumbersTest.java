package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every number of the sandbox does what the table of the manual says, over HTTP and Kafka. */
class SandboxNumbersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Status, or code of the error, and how many messages come back, by the last two digits of the number. */
    private static final String EXPECTED =
            """
            00 read 0, 01 delivered 0, 02 sent 0, 03 read 0, 04 read 0, 05 delivered 0, 06 delivered 0,
            07 delivered 0, 08 delivered 0, 09 read 0, 10 131026 0, 11 131026 0, 20 read 1, 21 read 8,
            22 read 2, 23 read 1, 24 read 1, 25 read 0, 26 read 1, 28 read 3, 40 131047 0, 41 132000 0,
            42 132001 0, 43 132015 0, 44 131050 0, 45 131049 0, 46 131053 0, 47 131009 0, 50 read 0,
            51 read 0, 52 read 0, 53 accepted 0, 54 read 0, 55 outcome_unknown 0, 56 read 0, 57 190 0,
            58 368 0, 59 131031 0, 60 sent 0, 61 played 0, 70 read 1, 71 read 1, 72 read 0
            """;

    @TempDir private Path folder;

    @Test
    void everyNumberDoesWhatTheTableSays() throws Exception {
        try (PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            Sandbox sandbox = Sandbox.connected(node);
            Map<String, String> sent = new LinkedHashMap<>();
            for (String line : EXPECTED.strip().split(",\\s*", -1)) {
                sent.put(line, sandbox.text("+120255501" + line.substring(0, 2)));
            }
            SoftAssertions all = new SoftAssertions();
            for (Map.Entry<String, String> each : sent.entrySet()) {
                String[] parts = each.getKey().split(" ", -1);
                all.assertThat(reached(node, each.getValue(), parts[1], parts[2]))
                        .as(each.getKey())
                        .isTrue();
            }
            all.assertAll();
            assertThat(node.getJson("/api/v1/contacts?q=sheena").path("data").size()).isOne();
            assertThat(node.getJson("/api/v1/contacts?address=%2B12025550127").path("data").size())
                    .isOne();
            waitingMessagesAreExplained(node, sent);
            theClockIsAdvanced(node, sandbox, sent);
            receivedMessagesAreRead(node);
        }
    }

    private static boolean reached(PostriderProcess node, String id, String state, String replies) {
        try {
            await().atMost(PATIENCE)
                    .until(() -> {
                        JsonNode message = node.getJson("/api/v1/messages/" + id);
                        boolean isThere =
                                message.path("status").asString("").equals(state)
                                        || message.at("/error/code").asString("").equals(state);
                        return isThere
                                && inbound(node, message.path("contact_id").asString()).size()
                                        == Integer.parseInt(replies);
                    });
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static void waitingMessagesAreExplained(PostriderProcess node, Map<String, String> sent)
            throws Exception {
        assertThat(explained(node, sent.get("53 accepted 0"))).isEqualTo("queued");
        await().atMost(PATIENCE).untilAsserted(() -> waitsForAnotherAttempt(node, sent));
        assertThat(explained(node, sent.get("55 outcome_unknown 0"))).isEqualTo("outcome_unknown");
        assertThat(explained(node, sent.get("57 190 0"))).isEqualTo("190");
        assertThat(explained(node, sent.get("00 read 0"))).isEqualTo("provider_has_it");
    }

    private static void theClockIsAdvanced(
            PostriderProcess node, Sandbox sandbox, Map<String, String> sent) throws Exception {
        String late = sent.get("60 sent 0");
        HttpResponse<String> checked = sandbox.send("?dry_run=true", "+12025550120", "text");
        assertThat(checked.statusCode()).as(checked.body()).isEqualTo(200);
        assertThat(PostriderProcess.json(checked).at("/window/open").asBoolean()).isTrue();

        sandbox.advance(Duration.ofHours(25));

        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/messages/" + late)
                                .path("status")
                                .asString()
                                .equals("delivered"));
        HttpResponse<String> refused = sandbox.send("", "+12025550120", "text");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        assertThat(refused.body()).contains("window_closed");
        assertThat(sandbox.send("?dry_run=true", "+12025550120", "text").statusCode())
                .isEqualTo(422);
        assertThat(sandbox.send("", "+12025550120", "template").statusCode()).isEqualTo(202);
        assertThat(sandbox.send("", "+12025550101", "text").statusCode()).isEqualTo(202);
    }

    private static void receivedMessagesAreRead(PostriderProcess node) throws Exception {
        String id =
                node.getJson("/api/v1/messages?direction=inbound&status=received")
                        .at("/data/0/id")
                        .asString();

        HttpResponse<String> read =
                node.post("/api/v1/messages/" + id + "/read", "{\"typing\":true}");

        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        assertThat(PostriderProcess.json(read).path("status").asString()).isEqualTo("read");
    }

    private static JsonNode inbound(PostriderProcess node, String contact) throws Exception {
        return node.getJson("/api/v1/messages?direction=inbound&contact_id=" + contact)
                .path("data");
    }

    private static void waitsForAnotherAttempt(PostriderProcess node, Map<String, String> sent)
            throws Exception {
        JsonNode busy = node.getJson("/api/v1/messages/" + sent.get("53 accepted 0") + "/explain");
        assertThat(busy.at("/attempts/0/outcome").asString()).isEqualTo("retry");
        assertThat(busy.at("/attempts/0/status_code").asInt()).isEqualTo(503);
        assertThat(busy.path("next_attempt_at")).isEqualTo(busy.at("/attempts/0/next_attempt_at"));
    }

    private static String explained(PostriderProcess node, @Nullable String id) throws Exception {
        return node.getJson("/api/v1/messages/" + id + "/explain").path("reason").asString();
    }
}
