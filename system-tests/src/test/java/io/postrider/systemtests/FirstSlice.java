package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One key, one link, one click, one signed webhook; and all of it still there after a crash. On any Kafka. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FirstSlice {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CREATORS = 40;
    private static final int VISITS = 25;

    /** One process for all tests of the class. */
    PostriderProcess postrider;

    /**
     * Starts the Kafka in question, and returns the settings under which the product uses it.
     *
     * @param folder empty
     */
    abstract Map<String, String> settings(Path folder) throws Exception;

    /** How clients on this machine reach that Kafka. */
    abstract LogClients log();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        postrider = PostriderProcess.start(folder, settings(folder));
    }

    @AfterAll
    void stop() {
        postrider.close();
        stopKafka();
    }

    /** Stops what {@link #settings} has started. */
    void stopKafka() {}

    @Test
    @Verifies({"webhook-signatures", "broker-access"})
    void confirmedWritesSurviveACrash() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            String secret = subscribe(receiver, "link.*");
            JsonNode link =
                    created(
                            "/api/v1/links",
                            "{\"url\":\"https://example.com/\",\"slug\":\"hello\"}");
            for (int i = 0; i < VISITS; i++) {
                assertThat(postrider.visit("hello")).isEqualTo(302);
            }
            String id = link.path("id").asString();

            postrider.killNine();
            postrider.startAgain();

            assertThat(postrider.visit("hello")).isEqualTo(302);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(clicks(id)).isEqualTo(VISITS + 1));
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(deliveries(receiver, "link.clicked")).hasSize(VISITS + 1));
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(deliveries(receiver, "link.created")).hasSize(1));
            assertThat(postrider.getJson("/api/v1/webhooks").path("data")).hasSize(1);
            othersUnderstand(id, secret, receiver.requests().getLast());
        }
    }

    @Test
    void ofFortyCreatorsOfOneSlugOneHasIt() throws Exception {
        try (ExecutorService creators = Executors.newFixedThreadPool(CREATORS)) {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < CREATORS; i++) {
                String body = "{\"url\":\"https://example.com/" + i + "\",\"slug\":\"race\"}";
                calls.add(() -> postrider.post("/api/v1/links", body).statusCode());
            }

            List<Integer> answers = new ArrayList<>();
            for (Future<Integer> call : creators.invokeAll(calls)) {
                answers.add(call.get(30, TimeUnit.SECONDS));
            }

            assertThat(answers).filteredOn(status -> status == 201).hasSize(1);
            assertThat(answers).filteredOn(status -> status == 409).hasSize(CREATORS - 1);
        }
    }

    /** Checks that stock clients can read the log and the deliveries. */
    private void othersUnderstand(String link, String secret, ReceivedRequest delivery)
            throws Exception {
        ForeignClients clients = ForeignClients.install();
        assertThat(clients.verify(secret, delivery)).startsWith("verified link.");
        assertThat(ForeignClients.consumed(log(), "postrider.clicks.v1", VISITS + 1))
                .contains("ce_type:link.clicked", link, "https://example.com/");
        assertThat(
                        ForeignClients.counted(
                                log(), "http://localhost:" + postrider.port(), VISITS + 1))
                .contains("hello " + (VISITS + 1));
        List<JsonNode> clicks =
                clients.clicks(log(), "http://localhost:" + postrider.port(), VISITS + 1);
        assertThat(clicks)
                .hasSize(VISITS + 1)
                .allSatisfy(click -> {
                    assertThat(click.path("aggregate").asString()).isEqualTo(link);
                    assertThat(click.at("/link_clicked/click/url").asString())
                            .isEqualTo("https://example.com/");
                });
    }

    final String subscribe(RecordingReceiver receiver, String types) throws Exception {
        String body =
                "{\"url\":\"" + receiver.url("/hook") + "\",\"event_types\":[\"" + types + "\"]}";
        String secret = created("/api/v1/webhooks", body).path("secret").asString();
        assertThat(secret).startsWith("whsec_");
        return secret;
    }

    final JsonNode created(String path, String body) throws Exception {
        var response = postrider.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return PostriderProcess.json(response);
    }

    private long clicks(String link) throws Exception {
        return postrider
                .getJson("/api/v1/links/" + link + "/stats")
                .path("totals")
                .path("clicks")
                .asLong();
    }

    /** The distinct ids of received events of a type. */
    static List<String> deliveries(RecordingReceiver receiver, String type) {
        return receiver.requests().stream()
                .filter(request -> request.text().contains("\"type\":\"" + type + "\""))
                .map(request -> request.header("webhook-id").orElse("none"))
                .distinct()
                .toList();
    }
}
