package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.BrokerProcess;
import io.postrider.systemtests.PostriderProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Links with {@code max_clicks} under more visitors than their owner decides on, and across the death of a node. */
@Tag("faults")
@Tag("limits")
class LimitedLinksTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration REVOKED_MAX = Duration.ofSeconds(1);
    private static final int CREATORS = 64;
    private static final int CREATED = 4_000;
    private static final int KEYS = 1_000;
    private static final int FLOOD = 128;
    private static final int CLIENTS = 64;
    private static final long LIMIT = 20_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void keysAreRevokedWithinASecondWhileALimitedLinkIsFlooded() throws Exception {
        try (PostriderProcess postrider = PostriderProcess.start(folder)) {
            double decided = commandsPerSecond(postrider);
            List<JsonNode> keys = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                keys.add(create(postrider, "keys", "{\"name\":\"k\",\"scopes\":[\"links:read\"]}"));
            }
            String slug = limited(postrider, 1_000_000_000L);
            List<Duration> took = new ArrayList<>();
            try (RedirectLoad flood = new RedirectLoad(FLOOD, slug, postrider::port)) {
                await().until(() -> flood.answered() > CREATED);
                long before = flood.answered();
                long started = System.nanoTime();
                for (JsonNode key : keys) {
                    took.add(revoke(postrider, key));
                }
                double visits =
                        (flood.answered() - before)
                                / seconds(Duration.ofNanos(System.nanoTime() - started));
                flood.stop();
                took.sort(null);
                System.out.printf(
                        "%.0f links created a second; %.0f visits a second of one limited link"
                                + " (%s); %d revocations: p50 %d ms, p99 %d ms, max %d ms%n",
                        decided,
                        visits,
                        flood,
                        took.size(),
                        took.get(took.size() / 2).toMillis(),
                        took.get(took.size() * 99 / 100).toMillis(),
                        took.getLast().toMillis());
                assertThat(visits).as("visits a second").isGreaterThan(2 * decided);
            }
            assertThat(took.getLast()).isLessThan(REVOKED_MAX);
        }
    }

    @Test
    void aLimitIsExactOnTwoNodesOfWhichOneIsKilled() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(folder("broker"));
                PostriderProcess one =
                        PostriderProcess.start(folder("one"), broker.settings("one"));
                PostriderProcess two =
                        PostriderProcess.join(one, folder("two"), broker.settings("two"))) {
            String slug = limited(one, LIMIT);
            await().until(() -> two.peek(slug) == 204);
            AtomicInteger turn = new AtomicInteger();
            try (RedirectLoad visitors =
                    new RedirectLoad(
                            CLIENTS,
                            slug,
                            () -> (turn.getAndIncrement() % 2 == 0 ? one : two).port())) {
                await().atMost(PATIENCE).until(() -> visitors.answered(302) > LIMIT / 4);
                two.killNine();
                assertThat(visitors.answered(302)).as("when killed").isLessThan(LIMIT);
                two.startAgain();
                await().atMost(PATIENCE)
                        .until(() -> one.peek(slug) == 410 && two.peek(slug) == 410);
                visitors.stop();
                System.out.printf("a limit of %d: %s%n", LIMIT, visitors);
                long followed = visitors.answered(302);
                assertThat(visitors.unknown()).as("the kill bit").isPositive();
                assertThat(followed).isLessThanOrEqualTo(LIMIT);
                assertThat(followed + visitors.unknown() + visitors.answered(503))
                        .as("no click was lost")
                        .isGreaterThanOrEqualTo(LIMIT);
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(clicks(one, slug)).isBetween(followed, LIMIT));
            }
        }
    }

    private static double commandsPerSecond(PostriderProcess postrider) throws Exception {
        List<Callable<HttpResponse<String>>> creations = new ArrayList<>();
        for (int i = 0; i < CREATED; i++) {
            creations.add(
                    () -> postrider.post("/api/v1/links", "{\"url\":\"https://example.com/\"}"));
        }
        try (ExecutorService creators = Executors.newFixedThreadPool(CREATORS)) {
            creators.invokeAll(creations.subList(0, CREATED / 2));
            long started = System.nanoTime();
            creators.invokeAll(creations.subList(CREATED / 2, CREATED));
            return CREATED / 2 / seconds(Duration.ofNanos(System.nanoTime() - started));
        }
    }

    private static double seconds(Duration time) {
        return time.toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static Duration revoke(PostriderProcess postrider, JsonNode key) throws Exception {
        String path = "/api/v1/keys/" + key.path("id").asString() + "/revoke";
        long started = System.nanoTime();
        HttpResponse<String> revoked = postrider.post(path, "");
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        assertThat(revoked.statusCode()).as(revoked.body()).isEqualTo(200);
        assertThat(postrider.get("/api/v1/me", key.path("secret").asString()).statusCode())
                .isEqualTo(401);
        return took;
    }

    private static String limited(PostriderProcess postrider, long limit) throws Exception {
        return create(
                        postrider,
                        "links",
                        "{\"url\":\"https://example.com/\",\"max_clicks\":" + limit + "}")
                .path("slug")
                .asString();
    }

    private static JsonNode create(PostriderProcess postrider, String what, String body)
            throws Exception {
        HttpResponse<String> created = postrider.post("/api/v1/" + what, body);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        return PostriderProcess.json(created);
    }

    private static long clicks(PostriderProcess postrider, String slug) throws Exception {
        JsonNode links = postrider.getJson("/api/v1/links?q=" + slug);
        return links.path("data").path(0).path("click_count").asLong();
    }

    private Path folder(String name) throws Exception {
        return Files.createDirectories(folder.resolve(name));
    }
}
