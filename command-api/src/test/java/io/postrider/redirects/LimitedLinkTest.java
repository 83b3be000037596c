package io.postrider.redirects;

import static io.postrider.redirects.SampleLink.WORKSPACE;
import static io.postrider.redirects.ScriptedGateway.accepted;
import static io.postrider.redirects.ScriptedGateway.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitedLinkTest {

    private static final SampleLink LINK = SampleLink.of("a", "https://t.example/").limited(2, 0);

    private static final long FULL_SPOOL_BYTES = 1 << 16;

    @TempDir private Path folder;
    private EdgeServer server;

    @BeforeEach
    void start() {
        server = new EdgeServer(folder);
        server.links.apply(LINK.created());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void itsOwnerDecidesOnEveryClick() throws Exception {
        server.gateway.always(accepted(LINK.limited(2, 1).admitted(2)));
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(server.gateway.sent).hasSize(1);
        CommandRecord command = server.gateway.sent.getFirst();
        assertThat(command.body()).isEqualTo(new AdmitClicks(WORKSPACE, 1));
        assertThat(command.header().type()).isEqualTo("link.admit_clicks");
        assertThat(command.header().aggregate()).isEqualTo("go.example/a");
        assertThat(command.header().workspace()).isEqualTo(WORKSPACE);
        assertThat(command.header().id()).startsWith("cmd_");
        assertThat(command.header().time()).isEqualTo(SampleLink.NOW);
        assertThat(command.header().correlationId())
                .isEqualTo(response.headers().firstValue("X-Request-Id").orElseThrow());
        assertThat(server.clicks()).extracting(RawClick::linkVersion).containsExactly(1L);
    }

    @Test
    void theLastClickIsTheLast() throws Exception {
        server.gateway.always(accepted(LINK.limited(2, 2).exhausted(2, 1)));
        assertThat(server.get("/a").statusCode()).isEqualTo(302);
        assertThat(server.get("/a").statusCode()).isEqualTo(410);
        assertThat(server.gateway.sent).hasSize(1);
        assertThat(server.clicks()).hasSize(1);
    }

    @Test
    void oneClickTooManyIsRefusedByTheOwner() throws Exception {
        server.gateway.always(refused("clicks_exhausted", LINK.limited(2, 2).exhausted(3, 1)));
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(410);
        assertThat(response.body()).contains("link_exhausted");
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void oneClickTooManyIsSentOnWhereTheLinkSaysSo() throws Exception {
        SampleLink link = LINK.thenTo("https://over.example/");
        server.links.apply(link.updated(2));
        server.gateway.always(refused("clicks_exhausted", link.limited(2, 2).exhausted(4, 1)));
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location")).contains("https://over.example/");
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void aLinkThatWasDeletedElsewhereIsGone() throws Exception {
        server.gateway.always(refused("not_found", LINK.deleted(2)));
        HttpResponse<String> response = server.get("/a");
        assertThat(response.statusCode()).isEqualTo(410);
        assertThat(response.body()).contains("link_deleted");
    }

    @Test
    void anEditMadeElsewhereIsFollowed() throws Exception {
        server.gateway.always(
                accepted(LINK.limited(2, 2).to("https://new.example/").exhausted(3, 1)));
        assertThat(server.get("/a").headers().firstValue("Location"))
                .contains("https://new.example/");
    }

    @Test
    void visitorsGetRetryAfterWithoutADecision() throws Exception {
        for (CommandResult settled :
                new CommandResult[] {
                    new CommandResult.Unavailable("log_unavailable", "No."),
                    new CommandResult.Unknown("cmd_1"),
                    ScriptedGateway.rejected("clock_skew")
                }) {
            server.gateway.always(settled);
            HttpResponse<String> response = server.get("/a");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).contains("2");
        }
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    void aGatewayThatFailsIsNoReasonToHang() throws Exception {
        server.gateway.decides =
                command -> CompletableFuture.failedStage(new IllegalStateException("bug"));
        assertThat(server.get("/a").statusCode()).isEqualTo(503);
    }

    @Test
    @Verifies("limited-target")
    void aHeadAPreviewAndAPrefetchSpendNothing() throws Exception {
        assertThat(server.send("HEAD", "/a").statusCode()).isEqualTo(204);
        assertThat(server.get("/a+").statusCode()).isEqualTo(200);
        assertThat(server.get("/a", "Sec-Purpose", "prefetch").statusCode()).isEqualTo(204);
        assertThat(server.get("/a", "Purpose", "Prefetch").statusCode()).isEqualTo(204);
        HttpResponse<String> response = server.get("/a", "X-Moz", "prefetch");
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Location")).isEmpty();
        assertThat(response.headers().firstValue("Cache-Control")).contains("private, no-store");
        assertThat(server.gateway.sent).isEmpty();
        assertThat(server.clicks()).isEmpty();
    }

    @Test
    @Verifies("limited-target")
    void itsTargetIsShownForAClickAlone() throws Exception {
        HttpResponse<String> head = server.send("HEAD", "/a");
        HttpResponse<String> program = server.get("/a+");
        HttpResponse<String> reader = server.get("/a+", "Accept", "text/html");

        assertThat(head.headers().map().toString()).doesNotContain("t.example");
        assertThat(Json.mapper().readTree(program.body()).path("url").isNull()).isTrue();
        assertThat(Json.mapper().readTree(program.body()).path("limited").asBoolean()).isTrue();
        assertThat(program.body()).doesNotContain("t.example");
        assertThat(reader.body()).contains("limited number of clicks").doesNotContain("t.example");
    }

    @Test
    void everythingBehindItOnTheConnectionWaits() throws Exception {
        server.links.apply(SampleLink.of("b", "https://b.example/").created());
        CompletableFuture<CommandResult> decision = new CompletableFuture<>();
        server.gateway.decides = command -> decision;
        try (RawConnection connection = server.connect()) {
            connection.get("/b").get("/a").get("/api/fast/1").get("/b");
            assertThat(connection.read().header("location")).isEqualTo("https://b.example/");
            Awaitility.await().until(() -> server.gateway.sent.size() == 1);
            assertThat(server.count(RedirectOutcome.REDIRECTED)).isOne();
            decision.complete(accepted(LINK.limited(2, 1).admitted(2)));
            assertThat(connection.read().header("location")).isEqualTo("https://t.example/");
            assertThat(connection.read().body()).isEqualTo("fast 1");
            assertThat(connection.read().header("location")).isEqualTo("https://b.example/");
            assertThat(connection.get("/b").read().status()).isEqualTo(302);
        }
        assertThat(server.clicks()).hasSize(4);
    }

    @Test
    void otherConnectionsDoNotWait() throws Exception {
        server.links.apply(SampleLink.of("b", "https://b.example/").created());
        CompletableFuture<CommandResult> decision = new CompletableFuture<>();
        server.gateway.decides = command -> decision;
        try (RawConnection one = server.connect();
                RawConnection two = server.connect();
                RawConnection three = server.connect()) {
            one.get("/a");
            Awaitility.await().until(() -> server.gateway.sent.size() == 1);
            assertThat(two.get("/b").read().status()).isEqualTo(302);
            assertThat(three.get("/b").read().status()).isEqualTo(302);
            decision.complete(accepted(LINK.limited(2, 1).admitted(2)));
            assertThat(one.read().status()).isEqualTo(302);
        }
    }

    @Test
    void aClickThatCannotBeRecordedIsNotAskedFor() throws Exception {
        server.close();
        server = new EdgeServer(folder.resolve("full"), UnaryOperator.identity(), FULL_SPOOL_BYTES);
        server.links.apply(SampleLink.of("b", "https://b.example/").created());
        server.links.apply(LINK.created());
        try (RawConnection connection = server.connect()) {
            // A segment that is full before the next one is made is no full spool.
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .during(Duration.ofSeconds(1))
                    .until(() -> connection.get("/b").read().status() == 503);
            assertThat(connection.get("/a").read().body()).contains("spool_full");
        }
        assertThat(server.gateway.sent).isEmpty();
    }

    @Test
    void aClickThatWasLetThroughCountsAlthoughTheVisitorHasLeft() throws Exception {
        CompletableFuture<CommandResult> decision = new CompletableFuture<>();
        server.gateway.decides = command -> decision;
        try (RawConnection connection = server.connect()) {
            connection.get("/a").get("/a");
            Awaitility.await().until(() -> server.gateway.sent.size() == 1);
        }
        server.awaitNoConnections();
        decision.complete(accepted(LINK.limited(2, 1).admitted(2)));
        Awaitility.await().until(() -> server.count(RedirectOutcome.REDIRECTED) == 1);
        assertThat(server.clicks()).hasSize(1);
        assertThat(server.gateway.sent).hasSize(1);
    }
}
