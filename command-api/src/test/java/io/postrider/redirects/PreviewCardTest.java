package io.postrider.redirects;

import static io.postrider.redirects.ScriptedGateway.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.RawClick;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreviewCardTest {

    private static final SampleLink LINK =
            SampleLink.of("a", "https://t.example/hidden").limited(2, 0).titled("Half <price>");
    private static final String WHATSAPP = "WhatsApp/2.23.20.0 A";

    @TempDir private Path folder;
    private EdgeServer server;

    @BeforeEach
    void start() {
        server = new EdgeServer(folder);
        server.links.apply(LINK.created());
        server.links.apply(SampleLink.of("free", "https://free.example/").created());
        server.gateway.always(accepted(LINK.limited(2, 1).admitted(2)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @Verifies("limited-target")
    void aPreviewOfALimitedLinkGetsACardAndSpendsNothing() throws Exception {
        HttpResponse<String> card = server.get("/a", "User-Agent", WHATSAPP);

        assertThat(card.statusCode()).isEqualTo(200);
        assertThat(card.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(card.headers().firstValue("Location")).isEmpty();
        assertThat(card.headers().firstValue("Cache-Control").orElse("")).contains("no-store");
        assertThat(card.headers().firstValue("X-Robots-Tag")).contains("noindex");
        assertThat(card.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'");
        assertThat(card.body())
                .contains("<title>Half &lt;price&gt;</title>")
                .contains("property=\"og:site_name\" content=\"go.example\"")
                .contains("noindex");
        assertThat(card.headers().map() + card.body()).doesNotContain("t.example");
        assertThat(server.gateway.sent).isEmpty();
        assertThat(server.count(RedirectOutcome.CARD_SHOWN)).isOne();
        RawClick click = server.clicks().getFirst();
        assertThat(click.statusCode()).isEqualTo(200);
        assertThat(click.userAgent()).isEqualTo(WHATSAPP);
    }

    @Test
    void aLinkWithoutATitleIsNamedByItsAddress() throws Exception {
        server.links.apply(SampleLink.of("b", "https://t.example/").limited(1, 0).created());

        assertThat(server.get("/b", "User-Agent", "TelegramBot (like TwitterBot)").body())
                .contains("<title>go.example/b</title>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
                        + " (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.34.91]",
                "Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like"
                        + " Gecko) Version/4.0 Chrome/129.0.0.0 Mobile Safari/537.36 Instagram 350.0",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
                        + " (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0",
                "curl/8.5.0"
            })
    void everyOtherAgentSpendsAClick(String agent) throws Exception {
        assertThat(server.get("/a", "User-Agent", agent).statusCode()).isEqualTo(302);
        assertThat(server.gateway.sent).hasSize(1);
    }

    @Test
    void aPreviewOfAnOrdinaryLinkIsRedirected() throws Exception {
        HttpResponse<String> response = server.get("/free", "User-Agent", WHATSAPP);

        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location")).contains("https://free.example/");
        assertThat(server.clicks()).extracting(RawClick::statusCode).containsExactly(302);
    }

    @Test
    void aHeadAndAPrefetchOfAPreviewerGetNothing() throws Exception {
        assertThat(server.send("HEAD", "/a", "User-Agent", WHATSAPP).statusCode()).isEqualTo(204);
        assertThat(server.get("/a", "User-Agent", WHATSAPP, "Sec-Purpose", "prefetch").statusCode())
                .isEqualTo(204);
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void theRulesOfALinkThatIsOverAreTheSameForPreviews() throws Exception {
        SampleLink gone = SampleLink.of("c", "https://t.example/").limited(1, 1);
        server.links.apply(gone.exhausted(1, 1));
        server.links.apply(
                SampleLink.of("d", "https://t.example/")
                        .limited(1, 0)
                        .between(SampleLink.NOW.plusSeconds(60), null)
                        .created());

        assertThat(server.get("/c", "User-Agent", WHATSAPP).statusCode()).isEqualTo(410);
        assertThat(server.get("/d", "User-Agent", WHATSAPP).statusCode()).isEqualTo(404);
    }

    /** The first header counts, as it does in the recorded click; a second one changes nothing. */
    @Test
    void repeatedLongAndOddAgentsNeverSeeTheTarget() throws Exception {
        for (String agents :
                List.of(
                        "User-Agent: " + WHATSAPP + "\r\nUser-Agent: Mozilla/5.0",
                        "User-Agent: " + WHATSAPP + "x".repeat(4_000),
                        "User-Agent: facebookexternalhit/1.1 \u00e9\u00fc",
                        "user-AGENT:   whatsApp")) {
            try (RawConnection connection = server.connect()) {
                connection.say("GET /a HTTP/1.1\r\nHost: go.example\r\n" + agents + "\r\n\r\n");
                RawConnection.Response answer = connection.read();
                assertThat(answer.status()).as(agents).isEqualTo(200);
                assertThat(answer.toString()).doesNotContain("t.example");
            }
        }
        assertThat(server.gateway.sent).isEmpty();
    }

    @Test
    void anAgentOf64KiBIsRefused() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.say(
                    "GET /a HTTP/1.1\r\nHost: go.example\r\nUser-Agent: "
                            + "WhatsApp".repeat(8 << 10)
                            + "\r\n\r\n");
            assertThat(connection.read().status()).isEqualTo(431);
        }
        assertThat(server.gateway.sent).isEmpty();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    @Verifies("limited-target")
    void forgedAgentsInACrowdNeverSeeTheTarget() throws Exception {
        List<Callable<HttpResponse<String>>> visits = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            visits.add(() -> server.get("/a", "User-Agent", WHATSAPP));
        }
        List<String> seen = new ArrayList<>();
        try (ExecutorService crowd = Executors.newFixedThreadPool(32)) {
            for (Future<HttpResponse<String>> visit : crowd.invokeAll(visits)) {
                seen.add(
                        visit.get().statusCode()
                                + visit.get().body()
                                + visit.get().headers().map());
            }
        }

        assertThat(seen).allMatch(answer -> answer.startsWith("200"));
        assertThat(seen).noneMatch(answer -> answer.contains("t.example"));
        assertThat(server.gateway.sent).isEmpty();
        assertThat(server.clicks()).hasSize(400);
    }
}
