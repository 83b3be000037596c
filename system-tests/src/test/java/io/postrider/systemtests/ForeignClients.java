package io.postrider.systemtests;

import io.postrider.testkit.http.ReceivedRequest;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published client libraries that callers, subscribers and analytics teams use, from the folder {@code clients}. */
public final class ForeignClients {

    private static final Path FOLDER = Path.of("clients");
    private static final String CLICKS = "postrider.clicks.v1";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final JsonMapper JSON = new JsonMapper();

    private ForeignClients() {}

    /** The clients, installed if they are not yet. */
    public static ForeignClients install() throws IOException, InterruptedException {
        NodeModules.install(FOLDER);
        return new ForeignClients();
    }

    /** Where they are. */
    Path folder() {
        return FOLDER;
    }

    /** Verifies a delivery with the reference library of Standard Webhooks; fails unless it is genuine. */
    public String verify(String secret, ReceivedRequest delivery)
            throws IOException, InterruptedException {
        ObjectNode input = JSON.createObjectNode();
        input.put("secret", secret);
        ObjectNode headers = input.putObject("headers");
        for (Map.Entry<String, String> header : delivery.headers()) {
            headers.put(header.getKey(), header.getValue());
        }
        input.put("body", delivery.text());
        return Programs.run(
                        FOLDER,
                        JSON.writeValueAsString(input),
                        List.of("node", "verify-webhook.mjs"))
                .strip();
    }

    /** The first clicks of the topic, as Confluent's client decodes them with what the registry says. */
    public List<JsonNode> clicks(LogClients log, String registry, int count)
            throws IOException, InterruptedException {
        String values =
                values(log, count).stream()
                        .map(Base64.getEncoder()::encodeToString)
                        .collect(Collectors.joining("\n", "", "\n"));
        String printed =
                Programs.run(FOLDER, values, List.of("node", "decode-clicks.mjs", registry));
        return printed.lines().map(JSON::readTree).toList();
    }

    /**
     * The results of OpenAI's client for models and completions.
     *
     * @param model model of a provider, besides the built-in one
     */
    public JsonNode openAi(String baseUrl, String key, String model)
            throws IOException, InterruptedException {
        return JSON.readTree(
                Programs.run(FOLDER, "", List.of("node", "use-models.mjs", baseUrl, key, model)));
    }

    /**
     * A request as the library of a sender signs or emits it, with {@code headers} and {@code body}.
     *
     * @param payload JSON
     */
    public JsonNode signed(String sender, String secret, String payload)
            throws IOException, InterruptedException {
        ObjectNode input = JSON.createObjectNode().put("sender", sender).put("secret", secret);
        input.set("payload", JSON.readTree(payload));
        return JSON.readTree(
                Programs.run(FOLDER, input.toString(), List.of("node", "sign-requests.mjs")));
    }

    /** The results of two SDKs of the WhatsApp Cloud API with the sandbox. */
    public JsonNode whatsApp(String baseUrl, String phoneNumberId, String token)
            throws IOException, InterruptedException {
        return JSON.readTree(
                Programs.run(
                        FOLDER,
                        "",
                        List.of("node", "use-whatsapp.mjs", baseUrl, phoneNumberId, token)));
    }

    private static List<byte[]> values(LogClients log, int count) {
        Map<String, Object> settings =
                log.settings(
                        ConsumerConfig.GROUP_ID_CONFIG,
                        "analytics-" + UUID.randomUUID(),
                        // Records of a transaction that a killed process left open are written
                        // again by the next one.
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest");
        List<byte[]> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(CLICKS));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> {
                        consumer.poll(POLL).forEach(record -> values.add(record.value()));
                        return values.size() >= count;
                    });
        }
        return values;
    }

    /** The output of the example of a consumer in Java, after a number of clicks. */
    static String counted(LogClients log, String registry, int count)
            throws IOException, InterruptedException {
        Path settings = Files.createTempFile("client", ".properties");
        try (Writer file = Files.newBufferedWriter(settings)) {
            Properties all = new Properties();
            log.settings().forEach((name, value) -> all.setProperty(name, value.toString()));
            all.store(file, null);
        }
        return Programs.run(
                Path.of("."),
                "",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.example.clicks.CountClicks",
                        settings.toString(),
                        registry,
                        Integer.toString(count)));
    }

    /** The output of a stock console consumer for the first records of a topic, including headers and keys. */
    public static String consumed(LogClients log, String topic, int count)
            throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--bootstrap-server",
                                log.bootstrap(),
                                "--topic",
                                topic,
                                "--from-beginning",
                                "--max-messages",
                                Integer.toString(count),
                                "--timeout-ms",
                                "60000",
                                "--formatter-property",
                                "print.headers=true",
                                "--formatter-property",
                                "print.key=true"));
        log.properties()
                .ifPresent(file -> arguments.addAll(List.of("--command-config", file.toString())));
        return Programs.run(
                Jvm.of(
                        "org.apache.kafka.tools.consumer.ConsoleConsumer",
                        "-Xmx128m",
                        arguments.toArray(String[]::new)),
                "");
    }
}
