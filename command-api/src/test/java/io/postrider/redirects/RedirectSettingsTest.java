package io.postrider.redirects;

import static io.postrider.redirects.SampleLink.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.server.TrustedProxies;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedirectSettingsTest {

    private static final SampleLink LINK = SampleLink.of("a", "https://t.example/");

    @TempDir private Path folder;

    @Test
    void aRequestIsForTheDomainThatItNames() throws Exception {
        ShortDomains domains =
                new ShortDomains(SampleLink.DOMAIN, host -> host.equals("other.example"));
        try (EdgeServer server = server(s -> with(s, domains, s.proxies(), 0))) {
            server.links.apply(LINK.created());
            server.links.apply(
                    LINK.onDomain("other.example").to("https://other.target/").created());
            try (RawConnection connection = server.connect()) {
                assertThat(locationFor(connection, "go.example")).isEqualTo("https://t.example/");
                assertThat(locationFor(connection, "Other.Example:8080"))
                        .isEqualTo("https://other.target/");
                assertThat(locationFor(connection, "foreign.example"))
                        .isEqualTo("https://t.example/");
                connection.say("GET http://other.example/a HTTP/1.1\r\nHost: go.example\r\n\r\n");
                assertThat(connection.read().header("location")).isEqualTo("https://other.target/");
            }
        }
    }

    private static String locationFor(RawConnection connection, String host) throws Exception {
        connection.say("GET /a HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        return String.valueOf(connection.read().header("location"));
    }

    @Test
    void aTrustedProxySaysWhereTheVisitorIs() throws Exception {
        try (EdgeServer server =
                server(s -> with(s, s.domains(), TrustedProxies.parse("127.0.0.1"), 0))) {
            server.links.apply(LINK.created());
            server.get("/a", "X-Forwarded-For", "198.51.100.7, 203.0.113.9");
            assertThat(server.clicks().getFirst().ip()).containsExactly(203, 0, 113, 9);
        }
    }

    @Test
    void aStrangerDoesNotSayWhereTheVisitorIs() throws Exception {
        try (EdgeServer server = server(UnaryOperator.identity())) {
            server.links.apply(LINK.created());
            server.get("/a", "X-Forwarded-For", "203.0.113.9");
            assertThat(server.clicks().getFirst().ip()).containsExactly(127, 0, 0, 1);
        }
    }

    @Test
    void guessedSlugsAreThrottled() throws Exception {
        try (EdgeServer server = server(s -> with(s, s.domains(), s.proxies(), 3))) {
            server.links.apply(LINK.created());
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/unknown" + i).statusCode()).isEqualTo(404);
            }
            assertThat(server.get("/a").statusCode()).isEqualTo(429);
            assertThat(server.get("/unknown3").headers().firstValue("Retry-After")).contains("60");
            assertThat(server.get("/api/fast/1").statusCode()).isEqualTo(200);
            server.now.set(NOW.plusSeconds(60));
            assertThat(server.get("/a").statusCode()).isEqualTo(302);
            assertThat(server.clicks()).hasSize(1);
        }
    }

    @Test
    void aFullSpoolRefusesRatherThanLoseAClick() throws Exception {
        try (EdgeServer server = new EdgeServer(folder, UnaryOperator.identity(), 1 << 16)) {
            server.links.apply(LINK.created());
            long answered = 0;
            try (RawConnection connection = server.connect()) {
                RawConnection.Response response = connection.get("/a").read();
                while (response.status() == 302 && answered < 10_000) {
                    answered++;
                    response = connection.get("/a").read();
                }
                assertThat(response.status()).isEqualTo(503);
                assertThat(response.header("retry-after")).isEqualTo("2");
            }
            assertThat(server.count(RedirectOutcome.REDIRECTED)).isEqualTo(answered);
            assertThat(server.clicks()).hasSize((int) answered);
        }
    }

    @Test
    void settingsComeFromTheEnvironment() {
        RedirectSettings settings =
                RedirectSettings.from(
                        Settings.from(
                                Map.of(
                                        "POSTRIDER_BASE_URL",
                                        "https://Go.example",
                                        "POSTRIDER_EVENT_LOOPS",
                                        "3",
                                        "POSTRIDER_TRUSTED_PROXIES",
                                        "10.0.0.0/8",
                                        "POSTRIDER_UNKNOWN_SLUGS_PER_MINUTE",
                                        "0")));
        assertThat(settings.lanes()).isEqualTo(3);
        assertThat(settings.missesPerMinute()).isZero();
        assertThat(settings.domains().of(null)).isEqualTo("go.example");
        assertThat(settings.proxies().trusts(new byte[] {10, 1, 2, 3})).isTrue();
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        RedirectSettings good = RedirectSettings.from(Settings.from(Map.of()));
        assertThatThrownBy(() -> with(good, 0, 0)).hasMessageContaining("lanes: 0");
        assertThatThrownBy(() -> with(good, 1, -1)).hasMessageContaining("missesPerMinute: -1");
    }

    private EdgeServer server(UnaryOperator<RedirectSettings> settings) {
        return new EdgeServer(folder, settings, EdgeServer.SPOOL_BYTES);
    }

    private static RedirectSettings with(RedirectSettings settings, int lanes, int misses) {
        return new RedirectSettings(
                lanes, settings.address(), settings.domains(), settings.proxies(), misses);
    }

    private static RedirectSettings with(
            RedirectSettings settings, ShortDomains domains, TrustedProxies proxies, int misses) {
        return new RedirectSettings(settings.lanes(), settings.address(), domains, proxies, misses);
    }
}
