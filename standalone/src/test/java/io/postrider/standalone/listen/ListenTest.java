package io.postrider.standalone.listen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.webhooks.sending.StandardWebhooksSigner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events are forwarded in order, signed, and without gaps over connections that break. */
class ListenTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final BlockingQueue<Forwarded> forwarded = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> queries = new LinkedBlockingQueue<>();

    /** Whether the next connection ends within an event. */
    private final AtomicBoolean cut = new AtomicBoolean();

    @TempDir Path folder;
    private HttpServer server;

    private record Forwarded(String id, String timestamp, String signature, String body) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/hook", this::receive);
        server.createContext("/api/v1/events", this::events);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
        forwarded.add(
                new Forwarded(
                        String.valueOf(headers.getFirst("webhook-id")),
                        String.valueOf(headers.getFirst("webhook-timestamp")),
                        String.valueOf(headers.getFirst("webhook-signature")),
                        body));
    }

    /** The newest event is evt_0; each connection ends after the event behind the one that it continues after. */
    private void events(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        queries.add(query);
        if (!"Bearer prk_1".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            respond(exchange, 401, "{\"detail\":\"The key is not valid.\"}");
        } else if (query.equals("limit=1")) {
            respond(exchange, 200, "{\"data\":[{\"id\":\"evt_0\"}]}");
        } else if (cut.getAndSet(false)) {
            respond(exchange, 200, "data: {\"id\":");
        } else {
            int next = Integer.parseInt(query.replaceAll(".*after=evt_(\\d+).*", "$1")) + 1;
            respond(
                    exchange,
                    200,
                    ": hello\n\nid: evt_" + next + "\ndata: " + event(next) + "\n\n");
        }
    }

    private static String event(int number) {
        return "{\"id\":\"evt_"
                + number
                + "\",\"type\":\"link.clicked\",\"sequence\":"
                + number
                + ",\"data\":{\"name\":\"é\"}}";
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Listen command(String key) {
        return new Listen(
                Map.of("POSTRIDER_API_KEY", key, "POSTRIDER_DATA_DIR", folder.toString()),
                new PrintStream(out, true, UTF_8),
                new PrintStream(errors, true, UTF_8));
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void forwardsEachEventOnceOverConnectionsThatEnd() throws Exception {
        AtomicReference<Integer> code = new AtomicReference<>();
        Thread listening =
                Thread.ofVirtual()
                        .start(() ->
                                code.set(
                                        command("prk_1")
                                                .run(
                                                        "--forward",
                                                        address() + "/hook",
                                                        "--server",
                                                        address() + "/",
                                                        "--events",
                                                        "link.*",
                                                        "--secret",
                                                        SECRET)));

        for (int number = 1; number <= 3; number++) {
            Forwarded next = forwarded.poll(1, TimeUnit.MINUTES);
            assertThat(next).isNotNull();
            assertThat(next.body())
                    .isEqualTo(
                            "{\"id\":\"evt_%d\",\"type\":\"link.clicked\",\"data\":{\"name\":\"é\"}}"
                                    .formatted(number));
            Instant at = Instant.ofEpochSecond(Long.parseLong(next.timestamp()));
            assertThat(next.signature())
                    .isEqualTo(
                            StandardWebhooksSigner.headers(
                                            "evt_" + number,
                                            at,
                                            next.body().getBytes(UTF_8),
                                            List.of(WebhookSecret.parse(SECRET).orElseThrow()))
                                    .getLast()
                                    .value());
        }
        listening.interrupt();
        listening.join();

        assertThat(code.get()).isZero();
        assertThat(queries)
                .startsWith(
                        "limit=1",
                        "format=sse&after=evt_0&types=link.*",
                        "format=sse&after=evt_1&types=link.*",
                        "format=sse&after=evt_2&types=link.*");
        assertThat(out.toString(UTF_8))
                .contains("secret   " + SECRET)
                .containsPattern("link.clicked evt_1 204 \\d+ ms");
    }

    @Test
    void printsEachEventAsAWebhookReceivesIt() throws Exception {
        Thread listening =
                Thread.ofVirtual().start(() -> command("prk_1").run("--server", address()));

        await().atMost(Duration.ofMinutes(1)).until(() -> out.toString(UTF_8).contains("evt_2"));
        listening.interrupt();
        listening.join();

        assertThat(out.toString(UTF_8).lines())
                .startsWith(
                        "{\"id\":\"evt_1\",\"type\":\"link.clicked\",\"data\":{\"name\":\"é\"}}",
                        "{\"id\":\"evt_2\",\"type\":\"link.clicked\",\"data\":{\"name\":\"é\"}}");
        assertThat(errors.toString(UTF_8)).startsWith("listening to " + address());
    }

    @Test
    void aRefusedKeyEndsTheCommand() {
        assertThat(command("prk_2").run("--forward", address() + "/hook", "--server", address()))
                .isEqualTo(1);
        assertThat(errors.toString(UTF_8)).contains("The key is not valid.");
    }

    @Test
    void theFirstKeyOfTheDataFolderIsTheDefault() throws IOException {
        Files.writeString(
                folder.resolve("first-run.json"),
                "{\"base_url\":\"http://127.0.0.1:8099\",\"api_key\":\"prk_first\"}");

        ListenOptions options =
                ListenOptions.of(
                        new String[] {"--forward", "http://localhost:3000/hook"},
                        Map.of("POSTRIDER_DATA_DIR", folder.toString()));

        assertThat(options.server()).isEqualTo("http://127.0.0.1:8099");
        assertThat(options.key()).isEqualTo("prk_first");
        assertThat(options.secret().reveal()).startsWith("whsec_");
    }

    @Test
    void aKeyThatNoHeaderCanContainIsNamed() {
        assertThat(command("prk_1\n").run("--server", address())).isEqualTo(2);
        assertThat(errors.toString(UTF_8)).startsWith("postrider: POSTRIDER_API_KEY ");
    }

    @Test
    void aDamagedFileOfTheDataFolderIsNamed() throws IOException {
        Path file = folder.resolve("first-run.json");
        Files.writeString(file, "{\"base_url\":");

        assertThat(command("prk_1").run()).isEqualTo(1);
        assertThat(errors.toString(UTF_8)).startsWith("postrider: " + file + " cannot be read: ");
    }

    @Test
    void anIncompleteEventIsReadAgain() throws Exception {
        cut.set(true);
        Thread listening =
                Thread.ofVirtual().start(() -> command("prk_1").run("--server", address()));

        await().atMost(Duration.ofMinutes(1)).until(() -> out.toString(UTF_8).contains("evt_1"));
        listening.interrupt();
        listening.join();

        assertThat(errors.toString(UTF_8)).contains("no stream (the response was incomplete)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--events link.* --secret " + SECRET + " | --secret requires --forward",
                "--forward | --forward requires a value",
                "--forward ftp://localhost/ | it must be an http or https URL",
                "--forward http:// | it must be an http or https URL",
                "--forward http://localhost:1/ --server x | --server is 'x'",
                "--server http://localhost/?a=b | it must be an http or https URL without a query",
                "--forward http://localhost:1/ --server http://localhost --secret whsec_AAAA | 24 to 64 bytes",
                "--forward http://localhost:1/ | --server is missing",
                "--to http://localhost:1/ | unknown option: --to",
            })
    void wrongArgumentsAreNamed(String arguments, String message) {
        assertThat(command("prk_1").run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString(UTF_8)).contains(message, "listen --help");
    }
}
