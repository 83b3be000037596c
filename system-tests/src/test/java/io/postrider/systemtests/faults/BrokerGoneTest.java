package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.Click;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.systemtests.BrokerProcess;
import io.postrider.systemtests.LogClients;
import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** While the log is away visitors go on, nothing is promised, and nothing has to be started again afterwards. */
@Tag("faults")
@Tag("kills")
class BrokerGoneTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int VISITS = 200;

    /** How long the log stays away beyond what it takes for everything to notice. */
    private static final Duration AWAY = Duration.ofSeconds(Long.getLong("postrider.away", 0));

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final List<String> followed = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    /** The way in which the broker fails and returns. */
    private interface Outage {
        void over(BrokerProcess broker) throws IOException, InterruptedException;
    }

    @Test
    void redirectsGoOnWhileTheBrokerIsDead() throws Exception {
        outage(BrokerProcess::killNine, BrokerProcess::startAgain);
    }

    @Test
    void redirectsGoOnWhileTheBrokerIsFrozen() throws Exception {
        outage(BrokerProcess::freeze, BrokerProcess::thaw);
    }

    private void outage(Outage begin, Outage end) throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(folder);
                PostriderProcess postrider = PostriderProcess.start(folder, broker.settings())) {
            String known = created(postrider, "known", "");
            created(postrider, "fresh", "");
            created(postrider, "limited", ",\"max_clicks\":1000");
            // Links that were not followed since the start are not in memory.
            postrider.killNine();
            postrider.startAgain();
            visit(postrider, "known", 302);

            begin.over(broker);
            duringTheOutage(postrider, known);
            stayAway(postrider);
            end.over(broker);

            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(create(postrider, "after").statusCode()).isEqualTo(201));
            visit(postrider, "after", 302);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> {
                        int status = postrider.visit("limited");
                        assertThat(status).isEqualTo(302);
                    });
            await().atMost(PATIENCE).until(postrider::isReady);
            judge(postrider, new PublicLog(LogClients.of(broker.bootstrap())));
        }
    }

    private void duringTheOutage(PostriderProcess postrider, String known) throws Exception {
        for (int i = 0; i < VISITS; i++) {
            visit(postrider, "known", 302);
            visit(postrider, "fresh", 302);
        }
        visit(postrider, "limited", 503);
        // The first ones may have been on their way when the log went.
        HttpResponse<String> first = create(postrider, "at-once");
        assertThat(first.statusCode()).as(first.body()).isIn(503, 504);
        if (first.statusCode() == 503) {
            refused.add("at-once");
        }
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(refusal(postrider)).isIn("log_unavailable", "auth_view_stale"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(refusal(postrider)).isEqualTo("auth_view_stale"));
        assertThat(postrider.get("/api/v1/links/" + known).statusCode()).isEqualTo(200);
        assertThat(postrider.get("/api/v1/links").statusCode()).isEqualTo(200);
        visit(postrider, "known", 302);
        visit(postrider, "limited", 503);
        // By now the key may have been revoked for a minute.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(postrider.get("/api/v1/links").statusCode()).isEqualTo(503));
        visit(postrider, "known", 302);
        assertThat(postrider.get("/livez").statusCode()).isEqualTo(200);
        HttpResponse<String> readiness = postrider.get("/readyz");
        System.out.println("during the outage: " + readiness.statusCode() + " " + readiness.body());
    }

    private void stayAway(PostriderProcess postrider) {
        long began = System.nanoTime();
        await().atMost(AWAY.plus(PATIENCE))
                .untilAsserted(() -> {
                    visit(postrider, "known", 302);
                    assertThat(System.nanoTime() - began).isGreaterThan(AWAY.toNanos());
                });
    }

    /** Sends a write that must be rejected, and returns the reason. */
    private String refusal(PostriderProcess postrider) throws IOException, InterruptedException {
        String slug = "refused-" + refused.size();
        HttpResponse<String> answer = create(postrider, slug);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        refused.add(slug);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.headers().firstValue("Content-Type").orElse("none"))
                .startsWith("application/problem+json");
        return PostriderProcess.json(answer).path("code").asString();
    }

    private void judge(PostriderProcess postrider, PublicLog log)
            throws IOException, InterruptedException {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(pages(log)).containsAll(followed));
        // The last ones are counted, so what came before them is too; none of it twice.
        assertThat(pages(log)).doesNotHaveDuplicates().hasSameElementsAs(followed);
        List<String> slugs =
                log.events(Context.LINKS).stream()
                        .filter(event -> event.header().type().equals("link.created"))
                        .map(EventRecord::header)
                        .map(header ->
                                header.aggregate().substring(header.aggregate().indexOf('/') + 1))
                        .toList();
        assertThat(slugs).doesNotHaveDuplicates().doesNotContainAnyElementsOf(refused);
        for (String slug : refused) {
            assertThat(postrider.peek(slug)).isEqualTo(404);
        }
    }

    /** The pages of counted visitors; those of the product's own client are empty. */
    private static List<String> pages(PublicLog log) {
        return ClickJudge.clicks(log.clicks()).stream()
                .map(Click::referrer)
                .flatMap(Stream::ofNullable)
                .toList();
    }

    private void visit(PostriderProcess postrider, String slug, int expected) throws IOException {
        String page = "https://visits.example/" + slug + "/" + followed.size();
        int status = new Visitor(postrider.port()).follow(slug, page);
        assertThat(status).as(slug).isEqualTo(expected);
        if (status == 302) {
            followed.add(page);
        }
    }

    private static String created(PostriderProcess postrider, String slug, String more)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                postrider.post(
                        "/api/v1/links",
                        "{\"url\":\"https://example.com/\",\"slug\":\"" + slug + "\"" + more + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return PostriderProcess.json(answer).path("id").asString();
    }

    private static HttpResponse<String> create(PostriderProcess postrider, String slug)
            throws IOException, InterruptedException {
        return postrider.post(
                "/api/v1/links", "{\"url\":\"https://example.com/\",\"slug\":\"" + slug + "\"}");
    }
}
