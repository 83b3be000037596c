package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.FullSpeedLoad.Created;
import io.postrider.systemtests.faults.FullSpeedLoad.Visits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What was acknowledged survives {@code kill -9} while 64 clients write as fast as they are answered: each created link
 * redirects and is listed, each revoked key is refused, each answered visit is counted once.
 */
@Tag("faults")
class FullSpeedKillsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Long enough for 100,000 acknowledged writes in 30 rounds, each of which begins with a cold process. */
    private static final int LOAD_MILLIS_MIN = 10_000;

    private static final int LOAD_MILLIS_SPREAD = 10_000;
    private static final int READERS = 16;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final Set<String> acknowledged = new HashSet<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    @Test
    void whatWasAcknowledgedAtFullSpeedSurvivesManyKills() throws Exception {
        survives(Integer.getInteger("postrider.kills", 30), Map.of());
    }

    /** Write buffers are flushed many times within one transaction, which stock stores take for committed. */
    @Test
    void smallWriteBuffersAndRareCommitsLoseNothing() throws Exception {
        survives(
                Math.max(1, Integer.getInteger("postrider.kills", 30) / 3),
                Map.of("POSTRIDER_STORE_CACHE_MB", "1", "POSTRIDER_COMMIT_INTERVAL_MS", "1000"));
    }

    private void survives(int kills, Map<String, String> settings) throws Exception {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        Random random = new Random(seed);
        List<Duration> restarts = new ArrayList<>();
        try (PostriderProcess postrider = PostriderProcess.start(folder, settings);
                FullSpeedLoad load = new FullSpeedLoad(postrider)) {
            for (int round = 0; round < kills; round++) {
                load.start();
                TimeUnit.MILLISECONDS.sleep(LOAD_MILLIS_MIN + random.nextInt(LOAD_MILLIS_SPREAD));
                postrider.killNine();
                load.stop();
                postrider.launchAgain();
                restarts.add(postrider.awaitReady());
                List<Created> created = load.takeCreated();
                assertThat(created).as("acknowledged in round %d", round).isNotEmpty();
                created.forEach(link -> acknowledged.add(link.id()));
                judgeLinks(postrider, created);
                System.out.printf(
                        "round %d: %d links, %d in all, %d revocations, restart %d ms, faults %d%n",
                        round,
                        created.size(),
                        acknowledged.size(),
                        load.revoked().size(),
                        restarts.getLast().toMillis(),
                        faults.size());
            }
            judgeKeys(postrider, load.revoked());
            judgeLists(postrider);
            judgeVisits(postrider, load.visits());
            System.out.printf(
                    "seed %d, %d kills; acknowledged: %d links, %d keys and %d revocations, %d"
                            + " visits; %d without an answer%n",
                    seed,
                    kills,
                    acknowledged.size(),
                    load.keys(),
                    load.revoked().size(),
                    load.visits().values().stream().mapToLong(v -> v.answered().sum()).sum(),
                    load.unanswered());
        }
        assertThat(faults).isEmpty();
    }

    private void judgeLinks(PostriderProcess postrider, List<Created> links) throws Exception {
        inParallel(
                links,
                link -> {
                    int redirect = postrider.peek(link.slug());
                    int detail = postrider.get("/api/v1/links/" + link.id()).statusCode();
                    if (redirect != 302 || detail != 200) {
                        faults.add("link %s: %d, %d".formatted(link, redirect, detail));
                    }
                });
    }

    private void judgeKeys(PostriderProcess postrider, List<String> revoked) throws Exception {
        inParallel(
                revoked,
                secret -> {
                    int status = postrider.get("/api/v1/me", secret).statusCode();
                    if (status != 401) {
                        faults.add("a revoked key: " + status);
                    }
                });
    }

    private void judgeLists(PostriderProcess postrider) throws Exception {
        Set<String> missing = new HashSet<>(acknowledged);
        String cursor = "";
        do {
            JsonNode page = postrider.getJson("/api/v1/links?limit=100" + cursor);
            page.path("data").forEach(link -> missing.remove(link.path("id").asString()));
            cursor =
                    page.path("has_more").asBoolean()
                            ? "&cursor=" + page.path("next_cursor").asString()
                            : "";
        } while (!cursor.isEmpty());
        missing.forEach(id -> faults.add("not listed: " + id));
    }

    private void judgeVisits(PostriderProcess postrider, Map<String, Visits> visits) {
        visits.forEach((id, counted) -> {
            long least = counted.answered().sum();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(clicks(postrider, id)).isGreaterThanOrEqualTo(least));
        });
        visits.forEach((id, counted) -> {
            long most = counted.answered().sum() + counted.unknown().sum();
            try {
                long clicks = clicks(postrider, id);
                if (clicks > most) {
                    faults.add("%s: %d clicks of %d visits".formatted(id, clicks, most));
                }
            } catch (IOException | InterruptedException e) {
                faults.add(id + ": " + e);
            }
        });
    }

    private static long clicks(PostriderProcess postrider, String id)
            throws IOException, InterruptedException {
        return postrider.getJson("/api/v1/links/" + id).path("click_count").asLong();
    }

    private interface Check<T> {
        void run(T item) throws Exception;
    }

    private static <T> void inParallel(List<T> items, Check<T> check) throws Exception {
        try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            List<Future<?>> all = new ArrayList<>();
            for (T item : items) {
                all.add(
                        readers.submit(() -> {
                            check.run(item);
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
