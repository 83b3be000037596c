package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.testkit.http.RawConnection.Response;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {

    @TempDir private Path folder;
    private EdgeServer server;
    private RawConnection connection;

    @BeforeEach
    void start() throws Exception {
        server = new EdgeServer(folder);
        server.links.apply(SampleLink.of("a", "https://t.example/").created());
        connection = server.connect();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        server.close();
    }

    @ParameterizedTest
    @Verifies("one-host")
    @ValueSource(
            strings = {
                "",
                "Host: a\r\nHost: b\r\n",
                "Host: a\r\nHost: a\r\n",
                "Host:\r\n",
                "Host: a b\r\n",
                "Host: a, b\r\n",
                "Host: a/b\r\n",
                "Host: u@a\r\n",
                "Host: a%zz\r\n",
                "Host: <a>\r\n",
                "Host: a:\r\n",
                "Host: a:b\r\n",
                "Host: a:1:2\r\n",
                "Host: a:99999\r\n",
                "Host: :80\r\n",
                "Host: [::1\r\n",
                "Host: []\r\n",
                "Host: [a]\r\n",
                "Host: \u00e4\r\n"
            })
    void exactlyOneHostIsNamedWhateverIsAskedFor(String headers) throws Exception {
        for (String target : List.of("/a", "/api/fast/1", "/livez", "/%zz", "*")) {
            connection.say("GET " + target + " HTTP/1.1\r\n" + headers + "\r\n");
            Response response = connection.read();
            assertThat(response.status()).as(target).isEqualTo(400);
            assertThat(response.body()).contains("host_invalid");
        }
        connection.say("POST /api/echo HTTP/1.1\r\n" + headers + "Content-Length: 2\r\n\r\nxx");
        assertThat(connection.read().status()).isEqualTo(400);
        assertThat(server.clicks()).isEmpty();
        assertThat(connection.get("/api/fast/1").read().body()).isEqualTo("fast 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "go.example",
                "go.example.",
                "a_b-c.example:8080",
                "127.0.0.1:80",
                "[::1]",
                "[2001:db8::1]:8080"
            })
    void anOrdinaryHostIsServed(String host) throws Exception {
        connection.say("GET /a HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(connection.read().status()).isEqualTo(302);
        connection.say("GET /api/fast/1 HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(connection.read().body()).isEqualTo("fast 1");
    }

    @Test
    void onlyTheOldVersionNeedsNoHost() throws Exception {
        for (String target : List.of("/a", "/api/fast/1")) {
            try (RawConnection old = server.connect()) {
                old.say("GET " + target + " HTTP/1.0\r\n\r\n");
                assertThat(old.read().status()).as(target).isLessThan(400);
            }
        }
    }

    @ParameterizedTest
    @Verifies("http-methods")
    @ValueSource(strings = {"HTTP/2.0", "HTTP/3.0", "HTTP/0.9"})
    void anotherVersionIsRefusedWhateverIsAskedFor(String version) throws Exception {
        for (String target : List.of("/a", "/api/fast/1")) {
            try (RawConnection other = server.connect()) {
                other.say("GET " + target + " " + version + "\r\nHost: a\r\n\r\n");
                Response response = other.read();
                assertThat(response.status()).as(target).isEqualTo(505);
                assertThat(response.body()).contains("http_version_not_supported");
            }
        }
        assertThat(server.clicks()).isEmpty();
    }
}
