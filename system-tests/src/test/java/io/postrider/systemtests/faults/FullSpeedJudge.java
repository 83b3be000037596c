package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.FullSpeedLoad.Created;
import io.postrider.systemtests.faults.FullSpeedLoad.Visits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * Compares what a {@link FullSpeedLoad} was acknowledged with what nodes show: each created link redirects and is read and listed,
 * each revoked key is refused, each answered visit is counted once.
 */
final class FullSpeedJudge {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int READERS = 16;

    private final Duration lag;
    private final Set<String> acknowledged = new HashSet<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    /**
     * A judge who has seen nothing.
     *
     * @param lag how long a node may take to show a link that another node has acknowledged; zero if there is no other
     */
    FullSpeedJudge(Duration lag) {
        this.lag = lag;
    }

    /** The differences from the acknowledged state. */
    Queue<String> faults() {
        return faults;
    }

    /** How many links were acknowledged. */
    int acknowledged() {
        return acknowledged.size();
    }

    /** Follows and reads links on a node. */
    void links(PostriderProcess node, List<Created> created) throws Exception {
        created.forEach(link -> acknowledged.add(link.id()));
        Collection<Created> wrong = wrong(node, created);
        if (!wrong.isEmpty() && !lag.isZero()) {
            wrong = wrongAfterLag(node, wrong);
        }
        wrong.forEach(link -> faults.add(link + ": no redirect or no answer"));
    }

    private Collection<Created> wrongAfterLag(PostriderProcess node, Collection<Created> links)
            throws Exception {
        try {
            await().atMost(lag).until(() -> wrong(node, links).isEmpty());
            return List.of();
        } catch (ConditionTimeoutException e) {
            return wrong(node, links);
        }
    }

    private static Collection<Created> wrong(PostriderProcess node, Collection<Created> links)
            throws Exception {
        Queue<Created> wrong = new ConcurrentLinkedQueue<>();
        inParallel(
                links,
                link -> {
                    int redirect = node.peek(link.slug());
                    int detail = node.get("/api/v1/links/" + link.id()).statusCode();
                    if (redirect != 302 || detail != 200) {
                        wrong.add(link);
                    }
                });
        return wrong;
    }

    /** Signs in with the secrets of all keys. */
    void keys(PostriderProcess node, FullSpeedLoad load) throws Exception {
        inParallel(load.revoked(), secret -> signIn(node, secret, 401));
        inParallel(load.kept(), secret -> signIn(node, secret, 200));
    }

    private void signIn(PostriderProcess node, String secret, int expected) throws Exception {
        int status = node.get("/api/v1/me", secret).statusCode();
        if (status != expected) {
            faults.add("a key: %d instead of %d".formatted(status, expected));
        }
    }

    /** Reads all pages of the links. */
    void lists(PostriderProcess node) throws Exception {
        Set<String> missing = new HashSet<>(acknowledged);
        String cursor = "";
        do {
            JsonNode page = node.getJson("/api/v1/links?limit=100" + cursor);
            page.path("data").forEach(link -> missing.remove(link.path("id").asString()));
            cursor =
                    page.path("has_more").asBoolean()
                            ? "&cursor=" + page.path("next_cursor").asString()
                            : "";
        } while (!cursor.isEmpty());
        missing.forEach(id -> faults.add("not listed: " + id));
    }

    /** Waits for the clicks of all answered visits, and finds those that were counted twice. */
    void visits(PostriderProcess node, Map<String, Visits> visits) throws Exception {
        visits.forEach((id, counted) -> {
            long least = counted.answered().sum();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(clicks(node, id)).isGreaterThanOrEqualTo(least));
        });
        for (Map.Entry<String, Visits> link : visits.entrySet()) {
            Visits counted = link.getValue();
            long most = counted.answered().sum() + counted.unknown().sum();
            long clicks = clicks(node, link.getKey());
            if (clicks > most) {
                faults.add("%s: %d clicks of %d visits".formatted(link.getKey(), clicks, most));
            }
        }
    }

    private static long clicks(PostriderProcess node, String id)
            throws IOException, InterruptedException {
        return node.getJson("/api/v1/links/" + id).path("click_count").asLong();
    }

    private interface Check<T> {
        void run(T item) throws Exception;
    }

    private static <T> void inParallel(Collection<T> items, Check<T> check) throws Exception {
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
