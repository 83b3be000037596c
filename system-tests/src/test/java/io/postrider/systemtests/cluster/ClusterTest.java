package io.postrider.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.ForeignClients;
import io.postrider.systemtests.LogClients;
import io.postrider.systemtests.ReadmeLines;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The same interface on a cluster, and one broker fewer. */
@Tag("containers")
@Isolated("three brokers and five roles take what a machine has")
class ClusterTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int VISITS = 20;
    private static final int README_VISITS = 1;
    private static final int BEFORE = 50;
    private static final int AFTER = 100;

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir Path folder;

    /** It builds the image and starts eight containers first. */
    @Test
    @Timeout(value = 35, unit = TimeUnit.MINUTES)
    void theFirstSliceHoldsAndOneBrokerIsNotMissed() throws Exception {
        try (RecordingReceiver receiver =
                        RecordingReceiver.startOnAllAddresses(StubResponse.status(204));
                Cluster cluster = Cluster.start()) {
            readme(cluster);
            RetryingClient client = new RetryingClient(cluster.url(), cluster.apiKey());
            HttpResponse<String> link = firstSlice(cluster, client, receiver);

            oneBrokerFewer(cluster, client);

            assertThat(client.failed()).isEmpty();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(clicks(client, link)).isEqualTo(VISITS));
        }
    }

    /** The README's lines work in the cluster as with one process. */
    private void readme(Cluster cluster) throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("data")).resolve("first-run.json"),
                cluster.firstRun());
        ReadmeLines lines = ReadmeLines.on(cluster.address());
        lines.assertPrinted(lines.paste(folder));
    }

    private HttpResponse<String> firstSlice(
            Cluster cluster, RetryingClient client, RecordingReceiver receiver) throws Exception {
        String secret =
                json(client.subscribe("http://host.docker.internal:" + receiver.port() + "/")
                                .body())
                        .path("secret")
                        .asString();
        HttpResponse<String> link = client.create("followed");
        for (int i = 0; i < VISITS; i++) {
            assertThat(client.visit("followed").headers().firstValue("Location"))
                    .contains("https://example.com/");
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(clicks(client, link)).isEqualTo(VISITS));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(receiver.requests())
                                .filteredOn(request -> request.text().contains("link.clicked"))
                                .hasSizeGreaterThanOrEqualTo(VISITS));
        ForeignClients clients = ForeignClients.install();
        assertThat(clients.verify(secret, receiver.requests().getLast()))
                .startsWith("verified link.");
        int all = VISITS + README_VISITS;
        assertThat(
                        ForeignClients.consumed(
                                LogClients.of(cluster.bootstrap()), "postrider.clicks.v1", all))
                .contains("ce_type:link.clicked", id(link));
        assertThat(clients.clicks(LogClients.of(cluster.bootstrap()), cluster.registry(), all))
                .filteredOn(click -> click.path("aggregate").asString().equals(id(link)))
                .hasSize(VISITS);
        return link;
    }

    /** Callers and visitors go on; a broker dies when they are well under way. */
    private static void oneBrokerFewer(Cluster cluster, RetryingClient client) throws Exception {
        json(client.create("busy").body());
        AtomicInteger created = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        try (Load load = new Load()) {
            load.call(created, i -> client.create("a" + i));
            load.call(created, i -> client.create("b" + i));
            load.visit(others, _ -> client.visit("busy"));
            load.call(others, _ -> client.get("/api/v1/links?limit=3"));
            await().atMost(PATIENCE).until(() -> created.get() > BEFORE);
            cluster.killNine("kafka-2");
            int then = created.get();
            await().atMost(PATIENCE)
                    .until(() -> created.get() > then + AFTER || !client.failed().isEmpty());
        }
        System.out.printf(
                "one broker killed: %d requests, %d tries failed%n",
                client.good(), client.retried().size());
        client.retried().forEach(System.out::println);
    }

    private static long clicks(RetryingClient client, HttpResponse<String> link)
            throws InterruptedException {
        return json(client.getAfter(link, "/api/v1/links/" + id(link) + "/stats").body())
                .path("totals")
                .path("clicks")
                .asLong();
    }

    private static String id(HttpResponse<String> link) {
        return json(link.body()).path("id").asString();
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text);
    }
}
