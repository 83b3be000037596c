package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.systemtests.PostriderProcess;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** Fills what one owner may keep in memory by way of the API, and counts the answers. */
final class HeapFilling {

    static final int AT_ONCE = 64;
    private static final Set<String> FULL =
            Set.of("409 too_many_webhooks", "409 too_many_models", "409 owner_memory_full");
    private static final String LONG = "x".repeat(490);

    private final PostriderProcess postrider;
    private final String key;
    private final Map<String, Map<String, Integer>> answers = new TreeMap<>();

    /** @param key of a workspace of the owner */
    HeapFilling(PostriderProcess postrider, String key) {
        this.postrider = postrider;
        this.key = key;
    }

    /** The resources of a workspace that every node keeps in memory. */
    void resources() {
        refused("webhooks", 1_000, n -> post("/api/v1/webhooks", webhook(n)));
        refused(
                "model connections",
                1_000,
                n ->
                        post(
                                "/api/v1/model-connections",
                                "{\"name\":\"c\",\"base_url\":\"http://127.0.0.1:1/%d\",%s}"
                                        .formatted(n, metadata())));
        refused(
                "keys",
                15_000,
                n ->
                        post(
                                "/api/v1/keys",
                                "{\"name\":\"%s\",\"scopes\":[\"links:read\"],\"origins\":[%s]}"
                                        .formatted("k".repeat(100), origins())));
    }

    /** A webhook that takes much room. */
    static String webhook(int number) {
        return "{\"url\":\"http://127.0.0.1:1/%d\",\"event_types\":[\"link.deleted\"],%s}"
                .formatted(number, metadata());
    }

    /** The status and, where it is a refusal, the code. */
    String post(String path, String body, String... headers) {
        try {
            HttpResponse<String> answer = postrider.postWith(key, path, body, headers);
            int status = answer.statusCode();
            return status < 400
                    ? String.valueOf(status)
                    : status + " " + PostriderProcess.json(answer).path("code").asString();
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }

    /** Sends until a status says that there is no more room. */
    void refused(String way, int most, IntFunction<String> request) {
        try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < AT_ONCE; i++) {
                int first = i;
                var _ =
                        clients.submit(() -> {
                            String answer = "";
                            for (int n = first; n < most && !FULL.contains(answer); n += AT_ONCE) {
                                answer = request.apply(n);
                                count(way, answer);
                            }
                        });
            }
        }
        assertThat(statuses(way).keySet()).as(way).containsAnyElementsOf(FULL);
    }

    void inParallel(String way, int count, IntFunction<String> request) {
        try (ExecutorService clients = Executors.newFixedThreadPool(count)) {
            for (int i = 0; i < count; i++) {
                int number = i;
                var _ = clients.submit(() -> count(way, request.apply(number)));
            }
        }
    }

    synchronized void count(String way, String answer) {
        statuses(way).merge(answer, 1, Integer::sum);
    }

    void count(String way, Map<Integer, Integer> held) {
        held.forEach((status, times) -> statuses(way).put(String.valueOf(status), times));
    }

    synchronized Map<String, Integer> statuses(String way) {
        return answers.computeIfAbsent(way, _ -> new ConcurrentHashMap<>());
    }

    private static String metadata() {
        StringBuilder fields = new StringBuilder("\"metadata\":{\"m\":\"").append(LONG).append('"');
        for (int i = 0; i < 40; i++) {
            fields.append(",\"m").append(i).append("\":\"").append(LONG).append('"');
        }
        return fields.append('}').toString();
    }

    private static String origins() {
        StringBuilder all = new StringBuilder("\"https://example.com\"");
        for (int i = 0; i < 90; i++) {
            all.append(",\"https://").append("a".repeat(60)).append(i).append(".example.com\"");
        }
        return all.toString();
    }

    /** The answers by way, a line each. */
    @Override
    public synchronized String toString() {
        StringBuilder lines = new StringBuilder();
        answers.forEach(
                (way, statuses) -> lines.append(way).append(": ").append(statuses).append('\n'));
        return lines.toString();
    }
}
