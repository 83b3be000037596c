package io.postrider.systemtests;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two installations with different prefixes on one Kafka cluster, one of which has moved there. */
@Tag("servers")
class TwoInstallationsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String LINKS = "/api/v1/links";
    private static final String PREFIX = "POSTRIDER_KAFKA_PREFIX";
    private static final String ACME = "acme.";
    private static final String BETA = "beta-";

    @TempDir private Path folder;

    @Test
    void neitherSeesTheOther() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(made("broker"));
                PostriderProcess acme =
                        PostriderProcess.startQuick(
                                made("acme"), with(broker.settings(), PREFIX, ACME));
                PostriderProcess beta =
                        PostriderProcess.startQuick(made("beta"), Map.of(PREFIX, BETA))) {
            create(beta, "moved");
            move(beta, broker);

            assertWorksAlone(acme, "one");
            assertWorksAlone(beta, "two");
            assertThat(acme.visit("two")).isEqualTo(404);
            assertThat(acme.visit("moved")).isEqualTo(404);
            assertThat(beta.visit("one")).isEqualTo(404);
            assertThat(beta.visit("moved")).isEqualTo(302);
            assertThat(acme.get(LINKS, beta.apiKey()).statusCode()).isEqualTo(401);
            assertThat(slugs(acme)).containsExactly("one");
            assertThat(slugs(beta)).containsExactlyInAnyOrder("moved", "two");
            assertTokensAreOfOneInstallation(beta, acme);
            assertNames(broker);
            assertDocuments(acme, broker);
            assertTools(acme, broker);
            acme.stop();
            assertKeepsItsFolder(acme, broker);
        }
    }

    /** The offline copy into the cluster on which the other one runs. */
    private void move(PostriderProcess node, BrokerProcess broker) throws Exception {
        node.stop();
        String moved =
                run(
                        Map.of(
                                PREFIX,
                                BETA,
                                "POSTRIDER_DATA_DIR",
                                node.dataFolder().toString(),
                                "POSTRIDER_DURABILITY",
                                "replicated",
                                "POSTRIDER_REPLICATION",
                                "1",
                                "POSTRIDER_PARTITIONS",
                                "4"),
                        "migrate",
                        "--to",
                        broker.bootstrap());
        assertThat(moved).contains("verified beta-postrider.events.links.v1: ", "complete");
        node.change(with(broker.settings(), PREFIX, BETA));
        node.startAgain();
    }

    /** A link, its event at a webhook, a click, and nothing of the other installation. */
    private static void assertWorksAlone(PostriderProcess node, String slug) throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            var webhook =
                    node.post(
                            "/api/v1/webhooks",
                            "{\"url\":\"%s\",\"event_types\":[\"link.created\",\"link.clicked\"]}"
                                    .formatted(receiver.url("/hook")));
            assertThat(webhook.statusCode()).as(webhook.body()).isEqualTo(201);
            create(node, slug);
            assertThat(node.visit(slug)).isEqualTo(302);
            receiver.awaitRequests(2, PATIENCE);
            await().atMost(PATIENCE)
                    .until(() ->
                            node.getJson(LINKS + "?q=" + slug).at("/data/0/click_count").asInt(0)
                                    == 1);
            assertThat(receiver.requests())
                    .extracting(ReceivedRequest::text)
                    .hasSize(2)
                    .allMatch(text -> text.contains("\"" + slug + "\""));
        }
    }

    private static void assertTokensAreOfOneInstallation(
            PostriderProcess issuer, PostriderProcess other) throws Exception {
        String token =
                issuer.post(LINKS, link("three"))
                        .headers()
                        .firstValue("Consistency-Token")
                        .orElseThrow();
        assertThat(issuer.write("GET", LINKS, "", "Consistency-Token", token).statusCode())
                .isEqualTo(200);
        assertThat(other.write("GET", LINKS, "", "Consistency-Token", token).body())
                .contains("consistency_token_invalid");
    }

    private static void assertNames(BrokerProcess broker) throws Exception {
        Set<String> names = new HashSet<>();
        Map<String, Object> client =
                Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap());
        try (Admin admin = Admin.create(client)) {
            names.addAll(admin.listTopics().names().get(10, TimeUnit.SECONDS));
            admin.listGroups(ListGroupsOptions.forConsumerGroups())
                    .all()
                    .get(10, TimeUnit.SECONDS)
                    .forEach(group -> names.add(group.groupId()));
            names.addAll(
                    admin.listTransactions().all().get(10, TimeUnit.SECONDS).stream()
                            .map(TransactionListing::transactionalId)
                            .collect(toSet()));
        }
        assertThat(names)
                .allMatch(name ->
                        name.startsWith("acme.postrider") || name.startsWith("beta-postrider"))
                .contains(
                        "acme.postrider.events.links.v1",
                        "beta-postrider.events.links.v1",
                        "acme.postrider-lists",
                        "beta-postrider-migrate",
                        "acme.postrider-resource-decider-outcomes-changelog")
                .anyMatch(name -> name.startsWith("acme.postrider-identity-decider-"));
    }

    /** What readers of topics see. */
    private static void assertDocuments(PostriderProcess node, BrokerProcess broker)
            throws Exception {
        JsonNode topics = node.getJson("/api/v1/asyncapi.json").path("channels");
        assertThat(topics.propertyNames())
                .contains("acme.postrider.clicks.v1")
                .noneMatch(name -> name.startsWith("postrider."));
        assertThat(topics.path("acme.postrider.clicks.v1").path("address").asString())
                .isEqualTo("acme.postrider.clicks.v1");
        assertThat(node.get("/subjects").body()).contains("\"acme.postrider.clicks.v1-value\"");
        assertThat(
                        ForeignClients.consumed(
                                LogClients.of(broker.bootstrap()), "acme.postrider.clicks.v1", 1))
                .contains("ce_type:link.clicked");
    }

    private void assertTools(PostriderProcess node, BrokerProcess broker) throws Exception {
        Map<String, String> settings = new HashMap<>(with(broker.settings(), PREFIX, ACME));
        settings.put("POSTRIDER_PORT", Integer.toString(node.port()));
        settings.put("POSTRIDER_DATA_DIR", node.dataFolder().toString());
        settings.put("POSTRIDER_DURABILITY", "replicated");
        settings.put("POSTRIDER_MANAGEMENT_PORT", "0");
        assertThat(run(settings, "doctor").lines().toList())
                .noneMatch(line -> line.startsWith("fail "))
                .anyMatch(line -> line.endsWith(" topics are as required"));
        assertThat(run(settings, "dead-letters", "list").lines())
                .noneMatch(line -> line.startsWith("postrider: "));
    }

    /** Another prefix would begin a new installation in the folder of this one. */
    private void assertKeepsItsFolder(PostriderProcess node, BrokerProcess broker)
            throws Exception {
        ProcessBuilder up = BuiltTree.up();
        up.environment().putAll(with(broker.settings(), PREFIX, "gamma."));
        up.environment().put("POSTRIDER_PORT", Integer.toString(node.port()));
        up.environment().put("POSTRIDER_MANAGEMENT_PORT", "0");
        up.environment().put("POSTRIDER_DATA_DIR", node.dataFolder().toString());
        Path output = folder.resolve("rejected");
        Process process = up.redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(PATIENCE)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readAllLines(output))
                .filteredOn(line -> line.startsWith("postrider: "))
                .singleElement()
                .asString()
                .startsWith("postrider: POSTRIDER_KAFKA_PREFIX: gamma. (expected: acme., ");
    }

    private static List<String> slugs(PostriderProcess node) throws Exception {
        return node.getJson(LINKS).path("data").values().stream()
                .map(link -> link.path("slug").asString())
                .toList();
    }

    private static void create(PostriderProcess node, String slug) throws Exception {
        var response = node.post(LINKS, link(slug));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private static String link(String slug) {
        return "{\"url\":\"https://example.com/\",\"slug\":\"" + slug + "\"}";
    }

    private static String run(Map<String, String> settings, String... words) throws Exception {
        ProcessBuilder command = BuiltTree.command(words);
        command.environment().putAll(settings);
        return Programs.run(command, "");
    }

    private static Map<String, String> with(
            Map<String, String> settings, String name, String value) {
        Map<String, String> all = new HashMap<>(settings);
        all.put(name, value);
        return all;
    }

    private Path made(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }
}
