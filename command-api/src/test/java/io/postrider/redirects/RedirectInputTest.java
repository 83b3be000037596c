package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.testkit.http.RawConnection.Response;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectInputTest {

    private static final String SECRET = "0123456789abcdefghijABCDEFGHIJ01234567";
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

    private static String head(String methodAndTarget, String... headers) {
        StringBuilder out = new StringBuilder(methodAndTarget).append(" HTTP/1.1\r\nHost: a\r\n");
        for (String header : headers) {
            out.append(header).append("\r\n");
        }
        return out.append("\r\n").toString();
    }

    @Test
    void aBodyIsThrownAway() throws Exception {
        connection.say("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
        assertThat(connection.read().status()).isEqualTo(302);
        connection.say("GET /").get("/api/fast/1");
        assertThat(connection.read().body()).isEqualTo("fast 1");
    }

    @Test
    void anEndlessBodyEndsTheConnection() throws Exception {
        connection.say("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
        assertThat(connection.read().status()).isEqualTo(302);
        Awaitility.await().ignoreExceptions().until(this::cannotGoOn);
    }

    private boolean cannotGoOn() {
        try {
            connection.say("x".repeat(20_000));
            return false;
        } catch (java.io.IOException e) {
            return true;
        }
    }

    @Test
    void expectContinueIsAnsweredAtOnce() throws Exception {
        connection.say(head("GET /a", "Expect: 100-continue", "Content-Length: 5"));
        Response response = connection.read();
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.header("connection")).isEqualTo("close");
        assertThat(connection.ends()).isTrue();
    }

    @Test
    void leaveToSendABodyIsGivenBehindUs() throws Exception {
        connection.say(
                head(
                        "POST /api/echo",
                        "Content-Type: text/plain",
                        "Expect: 100-continue",
                        "Content-Length: 5"));
        assertThat(connection.read().status()).isEqualTo(100);
        connection.say("hello").get("/a");
        assertThat(connection.read().body()).isEqualTo("echo 5");
        assertThat(connection.read().status()).isEqualTo(302);
    }

    @Test
    void anAbsoluteTargetIsAsGood() throws Exception {
        connection.get("http://go.example/a");
        assertThat(connection.read().header("location")).isEqualTo(TARGET);
    }

    @Test
    void anEncodedSlugIsTheSameSlug() throws Exception {
        server.links.apply(SampleLink.of("bench", "https://bench.example/").created());
        connection.get("/%62ench").get("/%62%65nch");
        assertThat(connection.read().header("location")).isEqualTo("https://bench.example/");
        assertThat(connection.read().header("location")).isEqualTo("https://bench.example/");
    }

    @ParameterizedTest
    @Verifies("link-query")
    @ValueSource(
            strings = {
                "/..",
                "/%2e%2e",
                "/%2e%2e/a",
                "/%00",
                "//evil.com",
                "///evil.com",
                "/%2F%2Fevil.com",
                "/\\evil.com",
                "/a%0d%0aLocation:%20https://evil.example/",
                "/a%250d",
                "/%zz",
                "*",
                "evil.com:443"
            })
    void invalidSlugsNeverRedirect(String target) throws Exception {
        Response response = connection.get(target).read();
        assertThat(response.status()).isBetween(400, 499);
        assertThat(response.header("location")).isNull();
        assertThat(response.header("x-request-id")).isNull();
        assertThat(server.clicks()).isEmpty();
    }

    @ParameterizedTest
    @Verifies("link-query")
    @ValueSource(
            strings = {
                "x=%0d%0aSet-Cookie:%20a=b",
                "x=\u0001\u007f",
                "//evil.example/",
                "@evil.example",
                "x=1#@evil.example"
            })
    void aQueryInjectsNothing(String query) throws Exception {
        server.links.apply(SampleLink.of("f", "https://t.example/p").forwarding().created());
        Response response = connection.get("/f?" + query).read();
        if (response.status() == 302) {
            assertThat(response.header("location")).startsWith("https://t.example/p?");
            assertThat(response.header("location")).matches("[\\x21-\\x7e]+");
            assertThat(response.header("location")).doesNotContain("#");
        } else {
            assertThat(response.status()).isEqualTo(400);
        }
        assertThat(response.header("set-cookie")).isNull();
    }

    @ParameterizedTest
    @Verifies("key-in-url")
    @ValueSource(
            strings = {
                "x=prk_live_0123456789AB_" + SECRET,
                "x=%70rk_test_0123456789AB_" + SECRET,
                "prk_live_0123456789AB_" + SECRET,
                "api_key=prk_whatever"
            })
    void aKeyInAQueryIsNotPassedOn(String query) throws Exception {
        server.links.apply(SampleLink.of("f", "https://t.example/p").forwarding().created());
        for (String slug : List.of("/f", "/f+", "/a", "/unknown")) {
            Response response = connection.get(slug + "?utm=1&" + query).read();
            assertThat(response.status()).as(slug).isEqualTo(400);
            assertThat(response.body()).contains("key_in_url").doesNotContain("prk_");
        }
        assertThat(server.clicks()).isEmpty();
    }

    @ParameterizedTest
    @Verifies("key-in-url")
    @ValueSource(
            strings = {"/prk_live_0123456789AB_" + SECRET, "/%70rk_test_0123456789AB_" + SECRET})
    void aKeyThatIsTakenForASlugIsNotShown(String path) throws Exception {
        Response response = connection.get(path).read();

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains("key_in_url").doesNotContain(SECRET);
    }

    @Test
    void valuesThatResembleKeysArePassedOn() throws Exception {
        server.links.apply(SampleLink.of("f", "https://t.example/p").forwarding().created());
        assertThat(connection.get("/f?x=prk_live_&token=%70").read().header("location"))
                .isEqualTo("https://t.example/p?x=prk_live_&token=%70");
    }

    @Test
    void aHugeQueryIsForwardedUpToTheLimitOfTheLine() throws Exception {
        server.links.apply(SampleLink.of("f", "https://t.example/p").forwarding().created());
        String fits = "x=" + "a".repeat(4_000);
        assertThat(connection.get("/f?" + fits).read().header("location"))
                .isEqualTo("https://t.example/p?" + fits);
        assertThat(server.clicks()).hasSize(1);
    }

    @Test
    @Verifies("input-bounds")
    void aLineThatIsTooLongIsRefused() throws Exception {
        Response response = connection.get("/a?" + "a".repeat(100_000)).read();
        assertThat(response.status()).isEqualTo(414);
        assertThat(response.body()).contains("uri_too_long");
        assertThat(response.header("content-type")).isEqualTo("application/problem+json");
        assertThat(response.header("connection")).isEqualTo("close");
        assertThat(connection.ends()).isTrue();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    @Verifies("input-bounds")
    void headersThatAreTooLargeAreRefusedWhateverTheyAreFor() throws Exception {
        String header = "X: " + "a".repeat(100_000);
        connection.say("GET /api/fast/1 HTTP/1.1\r\nHost: a\r\n" + header + "\r\n\r\n");
        Response response = connection.read();
        assertThat(response.status()).isEqualTo(431);
        assertThat(response.body()).contains("headers_too_large");
        assertThat(connection.ends()).isTrue();
        assertThat(server.clicks()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "Content-Length: +5\r\n\r\nhello",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "Bad\u0000Name: 1\r\n\r\n"
            })
    void smugglingIsRefusedAndEndsTheConnection(String rest) throws Exception {
        connection.say("GET /a HTTP/1.1\r\nHost: a\r\n" + rest).get("/a");
        Response response = connection.read();
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains("bad_request");
        assertThat(connection.ends()).isTrue();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void aMalformedBodyEndsTheConnectionBehindItsAnswer() throws Exception {
        connection
                .say("GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
                .get("/a");
        assertThat(connection.read().status()).isEqualTo(302);
        assertThat(connection.ends()).isTrue();
        assertThat(server.clicks()).hasSize(1);
    }
}
