package io.postrider.systemtests.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.systemtests.BuiltTree;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.Programs;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A record that no code can read, in every topic, stops no other record: writes, redirects, rules and webhooks go on, also after
 * a kill. The operator lists, retries and drops the records; the owner of the workspace has an event.
 */
@Tag("faults")
@Tag("kills")
@Tag("short")
class MalformedRecordsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ROUNDS = 100;

    /** Confluent's framing with the id of no schema, bytes of another framing, and nothing. */
    private static final List<byte[]> MALFORMED =
            List.of(
                    new byte[] {0, 127, 127, 127, 127, 1, 2, 3},
                    "{\"a\":1}".getBytes(UTF_8),
                    new byte[0]);

    /** What every application reads and sets aside by way of Kafka Streams. */
    private static final Set<String> APPLICATIONS =
            Set.of(
                    "postrider-automation",
                    "postrider-clicks",
                    "postrider-dispatcher",
                    "postrider-gateway",
                    "postrider-identity-decider",
                    "postrider-resource-decider");

    private static final String RULE =
            """
            {"name":"Made","trigger":{"event_types":["order.paid"]},"actions":[{"key":"link","type":"links.create","with":{"url":"https://example.com/rule"}}]}
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    @Timeout(600)
    void oneInEachTopicStopsNothing() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                PostriderProcess postrider = PostriderProcess.startQuick(folder, Map.of())) {
            String workspace = postrider.getJson("/api/v1/me").at("/workspace/id").asString();
            prepare(postrider, receiver);
            works(postrider, receiver, "before");
            String quiet = postrider.signIn().keyOfNewWorkspace("Quiet", "links");
            try (Prober prober = new Prober(postrider, quiet)) {
                lap(prober, "before");
                int written = append(postrider, workspace);
                awaitLetters(postrider);
                lap(prober, "beside %d malformed records".formatted(written));
                works(postrider, receiver, "beside");
                assertThat(postrider.isReady()).isTrue();
                prober.stop();
                assertThat(prober.failures()).isEmpty();
            }
            awaitEvent(postrider);
            postrider.killNine();
            postrider.startAgain();
            try (Prober prober = new Prober(postrider, quiet)) {
                lap(prober, "after the kill");
                works(postrider, receiver, "after");
                prober.stop();
                assertThat(prober.failures()).isEmpty();
            }
            operatorMends(postrider);
        }
    }

    private static void prepare(PostriderProcess postrider, RecordingReceiver receiver)
            throws Exception {
        created(
                postrider.post(
                        "/api/v1/webhooks",
                        "{\"url\":\"%s\",\"event_types\":[\"link.created\"]}"
                                .formatted(receiver.url("/all"))));
        String rule = created(postrider.post("/api/v1/automation/rules", RULE));
        HttpResponse<String> published =
                postrider.write(
                        "POST",
                        "/api/v1/automation/rules/" + rule + "/publish",
                        "{}",
                        "If-Match",
                        "*");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
    }

    /** A link is made, followed and counted, a rule makes another, and the webhook has both. */
    private static void works(PostriderProcess postrider, RecordingReceiver receiver, String name)
            throws Exception {
        int links = receiver.requests().size();
        String link =
                created(
                        postrider.post(
                                "/api/v1/links",
                                "{\"slug\":\"%s\",\"url\":\"https://example.com/\"}"
                                        .formatted(name)));
        assertThat(new Visitor(postrider.port()).follow(name, "https://visits.example/"))
                .isEqualTo(302);
        HttpResponse<String> sent =
                postrider.post("/api/v1/events", "{\"type\":\"order.paid\",\"data\":{}}");
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> receiver.requests().size() >= links + 2);
        await().atMost(PATIENCE)
                .until(() ->
                        postrider
                                        .getJson("/api/v1/links/" + link + "/stats")
                                        .at("/totals/clicks")
                                        .asInt()
                                == 1);
    }

    private static void lap(Prober prober, String when) {
        prober.lap();
        await().atMost(PATIENCE).until(() -> prober.measured() >= ROUNDS);
        System.out.println("others " + when + ": " + prober.lap());
    }

    private static int append(PostriderProcess postrider, String workspace) throws Exception {
        int written = 0;
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        postrider.log().settings(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (Topic topic : Topics.all()) {
                for (byte[] value : MALFORMED) {
                    var record =
                            new ProducerRecord<>(
                                    topic.name(), ("malformed-" + written).getBytes(UTF_8), value);
                    record.headers().add("ce_workspace", workspace.getBytes(UTF_8));
                    Future<RecordMetadata> sent = producer.send(record);
                    sent.get();
                    written++;
                }
            }
        }
        return written;
    }

    private static void awaitLetters(PostriderProcess postrider) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(applications(postrider)).containsAll(APPLICATIONS));
    }

    private static void awaitEvent(PostriderProcess postrider) {
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(
                                        postrider
                                                .getJson(
                                                        "/api/v1/events?types=workspace.record_rejected")
                                                .path("data"))
                                .isNotEmpty());
    }

    /** A retry sets each aside again, since its bytes are as they were; dropped ones are gone. */
    private static void operatorMends(PostriderProcess postrider) throws Exception {
        List<String> lines = letters(postrider, "list", "--limit", "1000").lines().toList();
        List<String> dropped = new ArrayList<>();
        for (String application : APPLICATIONS) {
            String id =
                    lines.stream()
                            .map(line -> line.split("\t", -1))
                            .filter(line -> line.length > 1 && line[1].equals(application))
                            .map(line -> line[0])
                            .findFirst()
                            .orElseThrow();
            assertThat(letters(postrider, "show", id)).contains(application, "exception");
            assertThat(letters(postrider, "drop", id)).contains(id);
            dropped.add(id + "\t");
        }
        assertThat(letters(postrider, "list", "--limit", "1000")).doesNotContain(dropped);
        assertThatThrownBy(
                        () -> letters(postrider, "retry", "--application", "postrider-dispatcher"))
                .hasMessageContaining("failed again");
        assertThat(postrider.isReady()).isTrue();
    }

    private static Set<String> applications(PostriderProcess postrider) throws Exception {
        return letters(postrider, "list", "--limit", "1000")
                .lines()
                .map(line -> line.split("\t", -1))
                .filter(line -> line.length > 1)
                .map(line -> line[1])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String letters(PostriderProcess postrider, String... arguments)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("dead-letters"));
        words.addAll(List.of(arguments));
        ProcessBuilder program = BuiltTree.command(words.toArray(String[]::new));
        program.environment().put("POSTRIDER_PORT", Integer.toString(postrider.port()));
        program.environment().put("POSTRIDER_DATA_DIR", postrider.dataFolder().toString());
        return Programs.run(program, "");
    }

    private static String created(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return PostriderProcess.json(answer).path("id").asString();
    }
}
