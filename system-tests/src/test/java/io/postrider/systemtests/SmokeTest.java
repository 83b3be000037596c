package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The first slice on the broker that is inside the process. */
@Tag("servers")
class SmokeTest extends FirstSlice {

    @Override
    Map<String, String> settings(Path folder) {
        return Map.of();
    }

    @Override
    LogClients log() {
        return postrider.log();
    }

    /** The message is accepted before its instance is connected, and the process dies in between. */
    @Test
    void aSandboxMessageIsSentOnceAndEachStepIsAnEvent() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            String secret = subscribe(receiver, "message.*");
            String instance =
                    created("/api/v1/instances", "{\"name\":\"Support\",\"provider\":\"sandbox\"}")
                            .path("id")
                            .asString();
            var accepted =
                    postrider.post(
                            "/api/v1/messages",
                            "{\"instance_id\":\""
                                    + instance
                                    + "\",\"to\":{\"phone\":\"+12025550120\"},"
                                    + "\"type\":\"text\",\"text\":{\"body\":\"Hello\"}}");
            assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
            String id = PostriderProcess.json(accepted).path("id").asString();

            postrider.killNine();
            postrider.startAgain();
            assertThat(postrider.getJson("/api/v1/messages/" + id).path("status").asString())
                    .isEqualTo("accepted");
            assertThat(
                            postrider
                                    .post("/api/v1/instances/" + instance + "/connect", "{}")
                                    .statusCode())
                    .isEqualTo(200);

            List<String> steps =
                    List.of("accepted", "submitted", "sent", "delivered", "read", "received");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(steps)
                                    .allSatisfy(step ->
                                            assertThat(deliveries(receiver, "message." + step))
                                                    .hasSize(1)));
            JsonNode message = postrider.getJson("/api/v1/messages/" + id);
            assertThat(message.path("status").asString()).isEqualTo("read");
            assertThat(message.at("/text/body").asString()).isEqualTo("Hello");
            assertThat(postrider.getJson("/api/v1/messages?direction=inbound").path("data"))
                    .singleElement()
                    .satisfies(reply ->
                            assertThat(reply.at("/text/body").asString()).isEqualTo("Thank you!"));
            answer(instance, receiver);
            assertThat(ForeignClients.install().verify(secret, receiver.requests().getLast()))
                    .startsWith("verified message.");
        }
    }

    /** A message comes in, is answered with an image, and is reacted to. */
    private void answer(String instance, RecordingReceiver receiver) throws Exception {
        String begin = "{\"instance_id\":\"" + instance + "\",";
        var inbound =
                postrider.post(
                        "/api/v1/sandbox/inbound",
                        begin
                                + "\"from\":{\"phone\":\"+12025550100\",\"name\":\"Ana\"},"
                                + "\"type\":\"text\",\"text\":{\"body\":\"Where is it?\"}}");
        String received = PostriderProcess.json(inbound).path("message_id").asString();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(deliveries(receiver, "message.received")).hasSize(2));
        String to = "\"to\":{\"phone\":\"+12025550100\"},";
        for (String said :
                List.of(
                        "\"type\":\"image\",\"image\":{\"link\":\"https://example.com/a.png\"},\"reply_to\":\""
                                + received
                                + "\"}",
                        "\"type\":\"reaction\",\"reaction\":{\"message_id\":\""
                                + received
                                + "\",\"emoji\":\"x\"}}")) {
            var sent = postrider.post("/api/v1/messages", begin + to + said);
            assertThat(sent.statusCode()).as(sent.body()).isEqualTo(202);
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(deliveries(receiver, "message.read")).hasSize(3));
    }

    @Test
    @Verifies("private-targets")
    void theStartSaysWhichPrivateTargetsAreOpen() throws Exception {
        long starts = postrider.said("starting the broker");

        assertThat(starts).isPositive();
        assertThat(postrider.said("private targets of outbound calls: 127.0.0.0/8"))
                .isEqualTo(starts);
    }
}
