package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.server.TrustedProxies;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One network cannot try slugs without limit. */
class UnknownSlugsTest {

    private static final int MISSES = 3;

    @TempDir private Path folder;
    private EdgeServer server;

    @BeforeEach
    void start() {
        server =
                new EdgeServer(
                        folder,
                        usual ->
                                new RedirectSettings(
                                        usual.lanes(),
                                        usual.address(),
                                        usual.domains(),
                                        TrustedProxies.parse("127.0.0.0/8"),
                                        MISSES),
                        EdgeServer.SPOOL_BYTES);
        server.links.apply(SampleLink.of("a", "https://t.example/").created());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @Verifies("slug-guessing")
    void unknownSlugsOfOneNetworkAreLimitedByMinute() throws Exception {
        for (int i = 0; i < MISSES; i++) {
            assertThat(from("198.51.100.7", "/guess" + i).statusCode()).isEqualTo(404);
        }

        HttpResponse<String> refused = from("198.51.100.7", "/guess");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(Json.mapper().readTree(refused.body()).path("code").asString())
                .isEqualTo("too_many_misses");
        assertThat(refused.headers().firstValue("Retry-After")).contains("60");
        assertThat(from("203.0.113.9", "/guess").statusCode()).isEqualTo(404);
        server.now.set(SampleLink.NOW.plusSeconds(60));
        assertThat(from("198.51.100.7", "/guess").statusCode()).isEqualTo(404);
    }

    @Test
    @Verifies("slug-guessing")
    void whileItWaitsANetworkLearnsNothingOfAnySlug() throws Exception {
        for (int i = 0; i < MISSES; i++) {
            from("198.51.100.7", "/guess" + i);
        }

        assertThat(from("198.51.100.7", "/a").statusCode()).isEqualTo(429);
        assertThat(from("203.0.113.9", "/a").statusCode()).isEqualTo(302);
    }

    private HttpResponse<String> from(String address, String target) throws Exception {
        return server.get(target, "X-Forwarded-For", address);
    }
}
