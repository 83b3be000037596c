package io.postrider.redirects;

import static io.postrider.redirects.SampleLink.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.RawClick;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RedirectAnswersTest {

    private static final String TARGET = "https://t.example/p?x=1#f";
    private static final SampleLink LINK = SampleLink.of("a", TARGET);

    @TempDir private Path folder;
    private EdgeServer server;

    @BeforeEach
    void start() {
        server = new EdgeServer(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String header(HttpResponse<?> response, String name) {
        return String.join(",", response.headers().allValues(name));
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @ParameterizedTest
    @Verifies("redirect-headers")
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aLinkAnswersWithItsStatusAndTarget(int status) throws Exception {
        server.links.apply(LINK.status(status).created());
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(header(response, "Location")).isEqualTo(TARGET);
        assertThat(header(response, "Cache-Control")).isEqualTo("private, no-store");
        assertThat(header(response, "Referrer-Policy"))
                .isEqualTo("strict-origin-when-cross-origin");
        assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(response, "X-Request-Id")).matches("req_[0-9a-hjkmnp-tv-z]{26}");
        assertThat(header(response, "Date")).isEqualTo("Sat, 21 Nov 2026 10:00:00 GMT");
        assertThat(header(response, "Content-Length")).isEqualTo("0");
        assertThat(server.count(RedirectOutcome.REDIRECTED)).isOne();
    }

    @Test
    void aClickIsInTheSpoolWithEverythingThatWasSent() throws Exception {
        server.links.apply(LINK.created());
        HttpResponse<String> response =
                server.get(
                        "/a?utm=1",
                        "User-Agent",
                        "Tester/1",
                        "Referer",
                        "https://r.example/x",
                        "Accept-Language",
                        "de, en;q=0.5",
                        "Sec-Purpose",
                        "prefetch;prerender");
        assertThat(response.statusCode()).isEqualTo(302);
        List<RawClick> clicks = server.clicks();
        assertThat(clicks).hasSize(1);
        RawClick click = clicks.getFirst();
        assertThat(click.sequence()).isOne();
        assertThat(click.at()).isEqualTo(NOW);
        assertThat(click.workspace()).isEqualTo(SampleLink.WORKSPACE);
        assertThat(click.linkId()).isEqualTo("lnk_a");
        assertThat(click.linkVersion()).isOne();
        assertThat(click.domain()).isEqualTo(SampleLink.DOMAIN);
        assertThat(click.slug()).isEqualTo("a");
        assertThat(click.url()).isEqualTo(TARGET);
        assertThat(click.statusCode()).isEqualTo(302);
        assertThat(click.method()).isEqualTo("GET");
        assertThat(click.ip()).containsExactly(127, 0, 0, 1);
        assertThat(click.userAgent()).isEqualTo("Tester/1");
        assertThat(click.referrer()).isEqualTo("https://r.example/x");
        assertThat(click.acceptLanguage()).isEqualTo("de, en;q=0.5");
        assertThat(click.purpose()).isEqualTo("prefetch;prerender");
        assertThat(click.requestId()).isEqualTo(header(response, "X-Request-Id"));
    }

    @Test
    void aHeadIsAnsweredAlikeAndIsNoClick() throws Exception {
        server.links.apply(LINK.created());
        HttpResponse<String> response = server.send("HEAD", "/a");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(header(response, "Location")).isEqualTo(TARGET);
        assertThat(server.send("HEAD", "/b").statusCode()).isEqualTo(404);
        assertThat(server.count(RedirectOutcome.PEEKED)).isOne();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void anUnknownSlugIsAProblem() throws Exception {
        HttpResponse<String> response = server.get("/b");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(header(response, "Cache-Control")).contains("no-store");
        assertThat(json(response).path("code").asString()).isEqualTo("link_not_found");
        assertThat(json(response).path("status").asInt()).isEqualTo(404);
        assertThat(json(response).path("request_id").asString())
                .isEqualTo(header(response, "X-Request-Id"));
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void browsersGetText() throws Exception {
        HttpResponse<String> response =
                server.get("/b", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(response.body()).isEqualTo("No short link has this slug.\n");
    }

    @Test
    void nothingIsSaidUntilTheLinksAreRestored() throws Exception {
        server.links.apply(LINK.created());
        server.restored.set(false);
        assertThat(server.get("/a").statusCode()).isEqualTo(503);
        HttpResponse<String> response = server.get("/b");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(header(response, "Retry-After")).isNotEmpty();
    }

    @Test
    void aLinkIsFollowedFromItsStartToItsEnd() throws Exception {
        server.links.apply(LINK.between(NOW.plusMillis(1), NOW.plusMillis(3)).created());
        assertThat(server.get("/a").statusCode()).isEqualTo(404);
        server.now.set(NOW.plusMillis(1));
        assertThat(server.get("/a").statusCode()).isEqualTo(302);
        server.now.set(NOW.plusMillis(2));
        assertThat(server.get("/a").statusCode()).isEqualTo(302);
        server.now.set(NOW.plusMillis(3));
        HttpResponse<String> over = server.get("/a");
        assertThat(over.statusCode()).isEqualTo(410);
        assertThat(json(over).path("code").asString()).isEqualTo("link_expired");
        assertThat(server.clicks()).hasSize(2);
    }

    @Test
    void anExpiredLinkRedirectsToItsExpiredTargetWithoutAClick() throws Exception {
        server.links.apply(LINK.between(null, NOW).thenTo("https://over.example/").created());
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(header(response, "Location")).isEqualTo("https://over.example/");
        assertThat(server.get("/a+").statusCode()).isEqualTo(410);
        assertThat(server.count(RedirectOutcome.SENT_ON)).isOne();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void anEditAndADeletionHoldAtOnce() throws Exception {
        server.links.apply(LINK.created());
        assertThat(header(server.get("/a"), "Location")).isEqualTo(TARGET);
        server.links.apply(LINK.to("https://new.example/").updated(2));
        assertThat(header(server.get("/a"), "Location")).isEqualTo("https://new.example/");
        server.links.apply(LINK.thenTo("https://over.example/").deleted(3));
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(410);
        assertThat(json(response).path("code").asString()).isEqualTo("link_deleted");
        assertThat(server.clicks()).extracting(RawClick::linkVersion).containsExactly(1L, 2L);
    }

    @Test
    void theVisitorsQueryIsForwardedWhereTheLinkSaysSo() throws Exception {
        server.links.apply(LINK.forwarding().created());
        server.links.apply(SampleLink.of("b", TARGET).created());
        assertThat(header(server.get("/a?x=2&y=3"), "Location"))
                .isEqualTo("https://t.example/p?x=2&y=3#f");
        assertThat(header(server.get("/b?x=2&y=3"), "Location")).isEqualTo(TARGET);
        assertThat(server.clicks()).extracting(RawClick::url).containsOnly(TARGET);
    }

    @Test
    @Verifies("link-targets")
    void aTargetThatIsNoUrlIsNeverSentOut() throws Exception {
        server.links.apply(LINK.to("javascript:alert(1)").created());
        assertThat(server.get("/a").statusCode()).isEqualTo(410);
    }

    @Test
    void thePreviewShowsAProgramWhereALinkLeads() throws Exception {
        server.links.apply(LINK.titled("T").created());
        HttpResponse<String> response = server.get("/a+");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo("application/json");
        assertThat(header(response, "X-Robots-Tag")).isEqualTo("noindex");
        assertThat(json(response).path("url").asString()).isEqualTo(TARGET);
        assertThat(json(response).path("title").asString()).isEqualTo("T");
        assertThat(server.get("/b+").statusCode()).isEqualTo(404);
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void thePreviewShowsAReaderNothingThatRuns() throws Exception {
        server.links.apply(
                LINK.to("https://t.example/?a='&b=1")
                        .titled("<script>alert(1)</script>\"'&")
                        .created());
        HttpResponse<String> response = server.get("/a+", "Accept", "text/html");
        assertThat(header(response, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(response, "Content-Security-Policy")).startsWith("default-src 'none';");
        assertThat(response.body())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;")
                .contains("href=\"https://t.example/?a=&#39;&amp;b=1\"")
                .doesNotContain("<script");
    }

    @ParameterizedTest
    @Verifies("http-methods")
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"})
    void onlyGetAndHeadAreAllowed(String method) throws Exception {
        server.links.apply(LINK.created());
        try (RawConnection connection = server.connect()) {
            connection.say(method + " /a HTTP/1.1\r\nHost: go.example\r\n\r\n");
            RawConnection.Response response = connection.read();
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.header("allow")).isEqualTo("GET, HEAD");
            assertThat(connection.get("/a").read().status()).isEqualTo(302);
        }
        assertThat(server.clicks()).hasSize(1);
    }

    @Test
    void reservedPathsReachTheService() throws Exception {
        assertThat(server.get("/api/fast/1").body()).isEqualTo("fast 1");
        assertThat(server.get("/livez").headers().firstValue("X-Request-Id")).isEmpty();
        assertThat(server.get("/a/b").headers().firstValue("X-Request-Id")).isEmpty();
        for (RedirectOutcome outcome : RedirectOutcome.values()) {
            assertThat(server.count(outcome)).as(outcome.name()).isZero();
        }
    }
}
