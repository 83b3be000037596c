package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.http.RawConnection;
import io.postrider.testkit.http.RawConnection.Response;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedirectConnectionTest {

    private static final String TARGET = "https://t.example/";

    @TempDir private Path folder;
    private EdgeServer server;
    private RawConnection connection;

    @BeforeEach
    void start() throws Exception {
        server = new EdgeServer(folder);
        server.links.apply(SampleLink.of("a", TARGET).created());
        connection = server.connect();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        server.close();
    }

    @Test
    void aConnectionIsKeptForMany() throws Exception {
        for (int i = 0; i < 200; i++) {
            assertThat(connection.get("/a").read().status()).isEqualTo(302);
            if (i % 10 == 0) {
                assertThat(connection.get("/api/fast/" + i).read().body()).isEqualTo("fast " + i);
            }
        }
        assertThat(server.clicks()).hasSize(200);
    }

    @Test
    void aRequestMayArriveByteByByte() throws Exception {
        for (char c : "GET /a HTTP/1.1\r\nHost: go.example\r\n\r\nGET /a".toCharArray()) {
            connection.say(String.valueOf(c));
        }
        assertThat(connection.read().status()).isEqualTo(302);
        connection.say("+ HTTP/1.1\r\nHost: go.example\r\n\r\n");
        assertThat(connection.read().status()).isEqualTo(200);
    }

    @Test
    void answersLeaveInTheOrderOfTheirRequests() throws Exception {
        connection
                .get("/a")
                .get("/api/slow/1")
                .get("/a")
                .get("/nope")
                .get("/api/stream/2")
                .get("/api/fast/3")
                .get("/a")
                .get("/a/b")
                .get("/a");
        assertThat(connection.read().header("location")).isEqualTo(TARGET);
        assertThat(connection.read().body()).isEqualTo("slow 1");
        assertThat(connection.read().header("location")).isEqualTo(TARGET);
        assertThat(connection.read().body()).contains("link_not_found");
        assertThat(connection.read().body()).isEqualTo("2-02-12-22-32-4");
        assertThat(connection.read().body()).isEqualTo("fast 3");
        assertThat(connection.read().header("location")).isEqualTo(TARGET);
        assertThat(connection.read().header("x-request-id")).isNull();
        assertThat(connection.read().header("location")).isEqualTo(TARGET);
        assertThat(server.clicks()).hasSize(4);
    }

    @Test
    void randomMixturesStayInOrder() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 15; round++) {
            List<String> expected = new ArrayList<>();
            StringBuilder requests = new StringBuilder();
            for (int i = 1 + random.nextInt(60); i > 0; i--) {
                Exchange exchange = randomExchange(random);
                requests.append(exchange.request());
                expected.add(exchange.answer());
            }
            for (int at = 0; at < requests.length(); ) {
                int to = Math.min(requests.length(), at + 1 + random.nextInt(700));
                connection.say(requests.substring(at, to));
                at = to;
            }
            for (String kind : expected) {
                Response response = connection.read(kind.equals("head"));
                assertThat(kindOf(response, kind))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(kind);
            }
        }
    }

    /** A request and what its answer is known by. */
    private record Exchange(String request, String answer) {}

    private static Exchange randomExchange(Random random) {
        int n = random.nextInt(1_000);
        return switch (random.nextInt(6)) {
            case 0 -> new Exchange(head("GET /api/fast/" + n), "fast " + n);
            case 1 ->
                    new Exchange(
                            head(
                                            "POST /api/echo",
                                            "Content-Type: text/plain",
                                            "Content-Length: " + n)
                                    + "x".repeat(n),
                            "echo " + n);
            case 2 -> new Exchange(head("HEAD /a"), "head");
            case 3 ->
                    new Exchange(
                            head("GET /a", "Content-Length: " + n) + "y".repeat(n), "redirect");
            case 4 ->
                    new Exchange(
                            head("POST /a", "Transfer-Encoding: chunked")
                                    + "5\r\nhello\r\n0\r\n\r\n",
                            "405");
            default -> new Exchange(head("GET /a"), "redirect");
        };
    }

    private static String head(String methodAndTarget, String... headers) {
        StringBuilder out = new StringBuilder(methodAndTarget).append(" HTTP/1.1\r\nHost: a\r\n");
        for (String header : headers) {
            out.append(header).append("\r\n");
        }
        return out.append("\r\n").toString();
    }

    private static String kindOf(Response response, String expected) {
        return switch (response.status()) {
            case 302 -> expected.equals("head") ? "head" : "redirect";
            case 200 -> response.body();
            default -> String.valueOf(response.status());
        };
    }

    @Test
    void aLongPipelineIsAnsweredToTheEnd() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            connection.get("/a");
        }
        for (int i = 0; i < 3_000; i++) {
            assertThat(connection.read().status()).isEqualTo(302);
        }
        assertThat(server.clicks()).hasSize(3_000);
    }

    @Test
    void aConnectionIsClosedWhereThatIsWanted() throws Exception {
        connection.say("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").get("/a");
        Response response = connection.read();
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.header("connection")).isEqualTo("close");
        assertThat(connection.ends()).isTrue();
        assertThat(server.clicks()).hasSize(1);
    }

    @Test
    void nothingIsCountedBehindAnAnswerThatIsTheLast() throws Exception {
        // At once, since nothing can be said any more when the server has closed.
        connection.say(head("GET /api/slow/1", "Connection: close") + head("GET /a").repeat(2));
        assertThat(connection.read().body()).isEqualTo("slow 1");
        assertThat(connection.ends()).isTrue();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void httpOneZeroIsAnsweredAndClosed() throws Exception {
        connection.say("GET /a HTTP/1.0\r\n\r\n");
        assertThat(connection.read().status()).isEqualTo(302);
        assertThat(connection.ends()).isTrue();
    }

    @Test
    void httpOneZeroIsKeptWhereThatIsWanted() throws Exception {
        for (int i = 0; i < 2; i++) {
            connection.say("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            Response response = connection.read();
            assertThat(response.status()).isEqualTo(302);
            assertThat(response.header("connection")).isEqualTo("keep-alive");
        }
    }

    @Test
    void aHeadHasNoBody() throws Exception {
        connection.say("HEAD /nope HTTP/1.1\r\nHost: a\r\n\r\n");
        Response response = connection.read(true);
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.header("content-length")).isNotEqualTo("0");
        assertThat(connection.get("/a").read().status()).isEqualTo(302);
    }

    @Test
    void everyAnsweredRedirectIsInTheSpoolOnce() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] answered = new int[20];
        for (int i = 0; i < answered.length; i++) {
            server.links.apply(SampleLink.of("s" + i, TARGET + i).created());
        }
        List<RawConnection> connections = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            connections.add(server.connect());
        }
        for (int i = 0; i < 2_000; i++) {
            int slug = random.nextInt(answered.length);
            RawConnection one = connections.get(random.nextInt(connections.size()));
            assertThat(one.get("/s" + slug).read().header("location")).isEqualTo(TARGET + slug);
            answered[slug]++;
        }
        int[] counted = new int[answered.length];
        var clicks = server.clicks();
        clicks.forEach(click -> counted[Integer.parseInt(click.slug().substring(1))]++);
        assertThat(counted).as("seed %d", seed).isEqualTo(answered);
        assertThat(clicks)
                .extracting(click -> click.lane() + "/" + click.sequence())
                .doesNotHaveDuplicates();
        assertThat(clicks).extracting(click -> click.requestId()).doesNotHaveDuplicates();
        for (RawConnection one : connections) {
            one.close();
        }
    }
}
