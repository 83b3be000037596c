package io.postrider.systemtests.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.BrokerProcess;
import io.postrider.systemtests.HttpNode;
import io.postrider.systemtests.LogClients;
import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two nodes share the partitions of the lists. A page has every entry, also after one of the nodes was killed. */
@Tag("faults")
@Tag("nodes")
class TwoNodesListsTest {

    private static final int PARTITIONS = 12;
    private static final int LINKS = 120;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** From the death of a node until the other one answers for its partitions. */
    private static final Duration GAP_MAX = Duration.ofSeconds(10);

    private static final List<String> FILTERS =
            List.of("", "&tag=even", "&tag=third", "&tag=even&q=listed", "&tag=third&q=lis");

    @TempDir private Path folder;

    /** The ids by filter, in list order. */
    private final Map<String, List<String>> expected = new HashMap<>();

    private final AtomicInteger sequences = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @Test
    void noPageIsWrongWhileANodeIsKilledAndComesBack() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(folder("broker"));
                PostriderProcess one =
                        PostriderProcess.start(folder("one"), settings(broker, "one"));
                PostriderProcess two =
                        PostriderProcess.join(one, folder("two"), settings(broker, "two"));
                Admin admin = Admin.create(LogClients.of(broker.bootstrap()).settings())) {
            await().atMost(PATIENCE).until(() -> areDivided(admin));
            create(one);
            await().untilAsserted(() -> assertWhole(one));
            await().untilAsserted(() -> assertWhole(two));

            try (Reader reader = new Reader(one)) {
                assertThat(areDivided(admin)).isTrue();
                two.killNine();
                long killed = System.nanoTime();
                await().untilAsserted(() -> assertThat(refused).hasPositiveValue());
                await().atMost(PATIENCE).until(() -> isWhole(one));
                Duration gap = Duration.ofNanos(System.nanoTime() - killed);
                System.out.printf("one of two nodes killed: no list for %d ms%n", gap.toMillis());
                assertThat(gap).isLessThan(GAP_MAX);

                two.startAgain();
                await().atMost(PATIENCE).until(() -> areDivided(admin));
                await().untilAsserted(() -> assertWhole(two));
                reader.finish();
            }
            System.out.printf(
                    "%d sequences of pages, %d pages refused%n", sequences.get(), refused.get());
        }
    }

    /** Reads one sequence of pages after another until it is told to finish; a wrong one ends it. */
    private final class Reader implements AutoCloseable {

        private final AtomicBoolean finishing = new AtomicBoolean();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<?> sequencesRead;

        Reader(PostriderProcess node) {
            sequencesRead =
                    thread.submit(() -> {
                        while (!finishing.get()) {
                            for (String filter : FILTERS) {
                                assertThat(insistently(node, filter))
                                        .as(filter)
                                        .isEqualTo(expected.get(filter));
                                sequences.incrementAndGet();
                            }
                        }
                        return null;
                    });
        }

        void finish() throws Exception {
            finishing.set(true);
            sequencesRead.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }

    /** All pages; one that is refused is asked for again. */
    private List<String> insistently(PostriderProcess node, String filter) throws Exception {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            HttpResponse<String> page = page(node, filter, cursor);
            if (page.statusCode() == 503) {
                assertThat(code(page)).isEqualTo("reads_unavailable");
                assertThat(page.headers().firstValue("Retry-After")).isPresent();
                refused.incrementAndGet();
            } else {
                assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
                cursor = collect(page, ids);
            }
        } while (!cursor.isEmpty() || ids.isEmpty());
        return ids;
    }

    private boolean isWhole(PostriderProcess node) throws Exception {
        for (String filter : FILTERS) {
            List<String> ids = new ArrayList<>();
            String cursor = "";
            do {
                HttpResponse<String> page = page(node, filter, cursor);
                if (page.statusCode() != 200) {
                    return false;
                }
                cursor = collect(page, ids);
            } while (!cursor.isEmpty());
            if (!ids.equals(expected.get(filter))) {
                return false;
            }
        }
        return true;
    }

    private void assertWhole(PostriderProcess node) throws Exception {
        assertThat(isWhole(node)).isTrue();
    }

    private static HttpResponse<String> page(PostriderProcess node, String filter, String cursor)
            throws IOException, InterruptedException {
        String next = cursor.isEmpty() ? "" : "&cursor=" + cursor;
        return node.get("/api/v1/links?limit=7" + filter + next);
    }

    /** Adds the ids of a page, and returns the cursor of the next one. */
    private static String collect(HttpResponse<String> page, List<String> ids) {
        JsonNode body = HttpNode.json(page);
        body.path("data").forEach(link -> ids.add(link.path("id").asString()));
        return body.path("next_cursor").asString("");
    }

    private static String code(HttpResponse<String> problem) {
        return HttpNode.json(problem).path("code").asString();
    }

    private void create(PostriderProcess node) throws Exception {
        FILTERS.forEach(filter -> expected.put(filter, new ArrayList<>()));
        for (int i = 0; i < LINKS; i++) {
            List<String> tags = new ArrayList<>();
            if (i % 2 == 0) {
                tags.add("\"even\"");
            }
            if (i % 3 == 0) {
                tags.add("\"third\"");
            }
            HttpResponse<String> made =
                    node.post(
                            "/api/v1/links",
                            "{\"url\":\"https://example.com/\",\"title\":\"Listed %d\",\"tags\":[%s]}"
                                    .formatted(i, String.join(",", tags)));
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            String id = HttpNode.json(made).path("id").asString();
            for (String filter : FILTERS) {
                boolean matches =
                        (!filter.contains("even") || i % 2 == 0)
                                && (!filter.contains("third") || i % 3 == 0);
                if (matches) {
                    requireNonNull(expected.get(filter)).addFirst(id);
                }
            }
        }
    }

    /** The partitions of the lists that a node has. */
    private static int partitions(Admin admin, String instance) throws Exception {
        return admin
                .describeConsumerGroups(List.of("postrider-lists"))
                .all()
                .get(10, TimeUnit.SECONDS)
                .values()
                .stream()
                .flatMap(group -> group.members().stream())
                .filter(member -> member.groupInstanceId().orElse("").startsWith(instance))
                .map(MemberDescription::assignment)
                .mapToInt(assignment -> assignment.topicPartitions().size())
                .sum();
    }

    private static boolean areDivided(Admin admin) throws Exception {
        int second = partitions(admin, "two-");
        return second > 0 && second == partitions(admin, "one-");
    }

    private static Map<String, String> settings(BrokerProcess broker, String node)
            throws IOException {
        Map<String, String> all = broker.settings(node);
        all.put("POSTRIDER_PARTITIONS", Integer.toString(PARTITIONS));
        return all;
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }
}
