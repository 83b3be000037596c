package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** More than a thousand secrets are used, and misused; afterwards none stands in any topic, store, file or line of the log. */
@Tag("servers")
class PlantedSecretsTest {

    private static final int KEYS = 500;
    private static final int ROTATIONS = 100;
    private static final int CONNECTIONS = 150;
    private static final int INVITED = 90;
    private static final int WEBHOOKS = 60;
    private static final int ENDPOINTS = 20;
    private static final int GUESSES = 110;
    private static final int COMPLETIONS = 20;

    @TempDir private Path folder;

    private final List<String> planted = new ArrayList<>();
    private final String control = "control-" + UUID.randomUUID();

    @Test
    @Verifies({"secrets-nowhere", "key-in-url"})
    void noneOfAThousandSecretsIsFoundAnywhere() throws Exception {
        SecretSearch search;
        SecretSearch inLog;
        try (PostriderProcess postrider = PostriderProcess.startQuick(folder, settings())) {
            plant(postrider);
            misuse(postrider);
            assertThat(new HashSet<>(planted)).hasSizeGreaterThan(1_000);
            search = searchFor(planted);
            inLog = searchFor(planted);
            int records = inTopics(postrider.log(), inLog);
            assertThat(records).isGreaterThan(planted.size());
        }
        assertThat(inLog.found()).as("in the topics").containsExactly(control);

        assertThat(search.inStores(folder)).isGreaterThan(3);
        assertThat(search.found()).as("in the stores").containsExactly(control);
        search.inFiles(folder);
        assertThat(search.found()).as("in any file or line").containsExactly(control);
        assertThat(search.bytes()).isGreaterThan(10_000_000);
        assertThat(Files.size(folder.resolve("output.log"))).isPositive();
    }

    /** A provider of OpenID Connect that does not answer. */
    private Map<String, String> settings() throws Exception {
        return Map.of(
                "POSTRIDER_OIDC_ISSUER",
                "http://127.0.0.1:" + Ports.free(0),
                "POSTRIDER_OIDC_CLIENT_ID",
                "postrider",
                "POSTRIDER_OIDC_CLIENT_SECRET",
                planted("client-"));
    }

    /** The control is not secret: a search that does not find it is broken. */
    private SecretSearch searchFor(List<String> secrets) {
        List<String> all = new ArrayList<>(secrets);
        all.add(control);
        return new SecretSearch(all);
    }

    private void plant(PostriderProcess postrider) throws Exception {
        created(postrider, "links", "{\"url\":\"https://example.com/\",\"title\":\"%s\"}", control);
        for (int i = 0; i < KEYS; i++) {
            JsonNode key =
                    created(postrider, "keys", "{\"name\":\"k\",\"scopes\":[\"links:read\"]}");
            plantEnd(key.path("secret").asString());
            if (i < ROTATIONS) {
                String path = "/api/v1/keys/" + key.path("id").asString() + "/rotate";
                plantEnd(ok(postrider.post(path, "{}")).path("secret").asString());
            }
        }
        for (int i = 0; i < CONNECTIONS; i++) {
            created(
                    postrider,
                    "model-connections",
                    "{\"name\":\"c\",\"base_url\":\"https://models.example/v1\",\"api_key\":\"%s\",\"headers\":{\"x-tenant\":\"%s\"}}",
                    planted("sk-"),
                    planted("header-"));
        }
        for (int i = 0; i < WEBHOOKS; i++) {
            JsonNode webhook =
                    created(
                            postrider,
                            "webhooks",
                            """
                            {"url":"https://hooks.example/in?token=%s","event_types":["link.expired"],"headers":{"X-Key":"%s"}}
                            """,
                            planted("receiver-"),
                            planted("header-"));
            planted.add(webhook.path("secret").asString().substring("whsec_".length()));
        }
        for (int i = 0; i < ENDPOINTS; i++) {
            plantTokens(postrider);
            created(
                    postrider,
                    "automation/rules",
                    """
                    {"name":"r","trigger":{"event_types":["order.paid"]},"actions":[{"key":"call","type":"http.request",
                     "with":{"url":"https://crm.example/in?token=%s","headers":{"Authorization":"Bearer %s"}}}]}
                    """,
                    planted("target-"),
                    planted("bearer-"));
        }
        planted.addAll(new PlantedPeople(postrider).join(INVITED));
        for (int i = 0; i < COMPLETIONS; i++) {
            complete(postrider, i);
        }
    }

    /** The tokens of an endpoint, which publish. */
    private void plantTokens(PostriderProcess postrider) throws Exception {
        JsonNode endpoint =
                created(
                        postrider,
                        "automation/endpoints",
                        "{\"name\":\"e\",\"event_type\":\"order.paid\"}");
        String id = endpoint.path("id").asString();
        planted.add(endpoint.path("token").asString());
        String rotate = "/api/v1/automation/endpoints/" + id + "/rotate-token";
        String token = ok(postrider.post(rotate, "{}")).path("token").asString();
        planted.add(token);
        ok(postrider.post("/api/v1/automation/in/" + id + "?token=" + token, "{\"a\":1}"));
    }

    /** Every other one is kept for its Idempotency-Key. */
    private void complete(PostriderProcess postrider, int number) throws Exception {
        String body =
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
                        .formatted(planted("prompt-"));
        String[] kept =
                number % 2 == 0
                        ? new String[] {}
                        : new String[] {"Idempotency-Key", "completion-" + number};
        ok(postrider.write("POST", "/api/v1/chat/completions", body, kept));
    }

    /** Secrets in wrong places: URLs, unknown fields, foreign headers and guesses. */
    private void misuse(PostriderProcess postrider) throws Exception {
        assertThat(postrider.get("/user/oidc/start").statusCode()).isEqualTo(502);
        for (int i = 0; i < GUESSES; i++) {
            var _ =
                    postrider.post(
                            "/api/v1/session",
                            "{\"email\":\"n%d@example.com\",\"password\":\"%s\"}"
                                    .formatted(i, planted("guess-")));
        }
        for (String secret : List.copyOf(planted.subList(0, 200))) {
            refused(postrider.get("/api/v1/me?api_key=" + secret));
            refused(postrider.get("/api/v1/links/" + secret));
            refused(postrider.get("/api/v1/me", "prk_live_AAAAAAAAAAAA_" + secret));
            refused(postrider.post("/api/v1/links", "{\"" + secret + "\":1}"));
            refused(postrider.post("/api/v1/keys", "{\"name\":1,\"scopes\":[\"" + secret + "\"]}"));
            refused(postrider.post("/api/v1/links", secret));
            refused(
                    postrider.write(
                            "POST",
                            "/api/v1/links",
                            "{}",
                            "Idempotency-Key",
                            secret + "x".repeat(256)));
        }
    }

    private static void refused(HttpResponse<String> response) {
        assertThat(response.statusCode()).isBetween(400, 499);
    }

    private JsonNode created(PostriderProcess postrider, String path, String body, String... values)
            throws Exception {
        String text = values.length == 0 ? body : body.formatted((Object[]) values);
        HttpResponse<String> response = postrider.post("/api/v1/" + path, text);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return PostriderProcess.json(response);
    }

    private static JsonNode ok(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return PostriderProcess.json(response);
    }

    /** A key's public part may stand anywhere. */
    private void plantEnd(String token) {
        planted.add(token.substring(token.lastIndexOf('_') + 1));
    }

    private String planted(String prefix) {
        String secret = prefix + UUID.randomUUID();
        planted.add(secret);
        return secret;
    }

    private static int inTopics(LogClients log, SecretSearch search) {
        int records = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        log.settings("max.poll.records", 10_000),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            List<TopicPartition> all =
                    consumer.listTopics().values().stream()
                            .flatMap(List::stream)
                            .map(PlantedSecretsTest::partition)
                            .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            consumer.assign(all);
            consumer.seekToBeginning(all);
            while (all.stream()
                    .anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record :
                        consumer.poll(Duration.ofMillis(500))) {
                    records++;
                    look(record, search);
                }
            }
        }
        return records;
    }

    private static void look(ConsumerRecord<byte[], byte[]> record, SecretSearch search) {
        if (record.key() != null) {
            search.in(record.key());
        }
        if (record.value() != null) {
            search.in(record.value());
        }
        record.headers()
                .forEach(header -> {
                    if (header.value() != null) {
                        search.in(header.value());
                    }
                });
    }

    private static TopicPartition partition(PartitionInfo info) {
        return new TopicPartition(info.topic(), info.partition());
    }
}
