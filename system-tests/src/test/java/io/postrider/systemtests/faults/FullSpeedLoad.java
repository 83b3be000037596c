package io.postrider.systemtests.faults;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Clients that write as fast as they are answered, and note what was acknowledged: created links, revoked keys and
 * visits.
 */
final class FullSpeedLoad implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CREATORS = 64;
    private static final int REVOKERS = 4;
    private static final int VISITORS = 4;
    private static final int KEPT_ONE_IN = 10;
    private static final String LARGE = "x".repeat(450);
    private static final int LARGE_FIELDS = 22;

    private final PostriderProcess postrider;
    private final String name;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final AtomicLong numbers = new AtomicLong();
    private final Queue<Created> created = new ConcurrentLinkedQueue<>();
    private final Queue<String> revoked = new ConcurrentLinkedQueue<>();
    private final Map<String, Visits> visits = new ConcurrentHashMap<>();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder keys = new LongAdder();
    private final Queue<String> kept = new ConcurrentLinkedQueue<>();
    private final LongAdder unanswered = new LongAdder();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running;

    /** A link whose creation was answered 201. */
    record Created(String id, String slug) {}

    /** How often a link was followed: with an answer, and without one. */
    record Visits(LongAdder answered, LongAdder unknown) {}

    /**
     * A load that has not begun.
     *
     * @param name begins its slugs and Idempotency-Keys
     */
    FullSpeedLoad(PostriderProcess postrider, String name) {
        this.postrider = postrider;
        this.name = name;
    }

    /** Begins to write. */
    void start() {
        running = true;
        for (int i = 0; i < CREATORS; i++) {
            threads.add(Thread.ofVirtual().start(() -> repeat(this::create)));
        }
        for (int i = 0; i < REVOKERS; i++) {
            threads.add(Thread.ofVirtual().start(() -> repeat(this::revoke)));
        }
        for (int i = 0; i < VISITORS; i++) {
            threads.add(Thread.ofVirtual().start(() -> repeat(this::visit)));
        }
    }

    /** Ends when each client has its last answer, or none. */
    void stop() throws InterruptedException {
        running = false;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    /** How many links were acknowledged. */
    long acknowledged() {
        return acknowledged.sum();
    }

    /** The links that were acknowledged since the last call. */
    List<Created> takeCreated() {
        List<Created> taken = new ArrayList<>();
        for (Created next = created.poll(); next != null; next = created.poll()) {
            taken.add(next);
        }
        return taken;
    }

    /** The secrets of all keys whose revocation was acknowledged. */
    List<String> revoked() {
        return List.copyOf(revoked);
    }

    /** The secrets of keys that were acknowledged and never revoked. */
    List<String> kept() {
        return List.copyOf(kept);
    }

    /** How many writes were acknowledged: links, keys and revocations. */
    long writes() {
        return acknowledged.sum() + keys.sum() + revoked.size();
    }

    /** All visits, by the id of the link. */
    Map<String, Visits> visits() {
        return Map.copyOf(visits);
    }

    @Override
    public String toString() {
        return "acknowledged: %d links, %d keys and %d revocations, %d visits; %d without an answer"
                .formatted(
                        acknowledged.sum(),
                        keys.sum(),
                        revoked.size(),
                        visits.values().stream().mapToLong(v -> v.answered().sum()).sum(),
                        unanswered.sum());
    }

    @Override
    public void close() {
        running = false;
        http.close();
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void repeat(Step step) {
        while (running) {
            try {
                step.run();
            } catch (IOException e) {
                unanswered.increment();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void create() throws IOException, InterruptedException {
        long number = numbers.incrementAndGet();
        HttpRequest.Builder request = authorized("/api/v1/links");
        if (number % 2 == 0) {
            request.header("Idempotency-Key", name + "-" + number);
        }
        HttpResponse<String> response = send(request.POST(BodyPublishers.ofString(link(number))));
        if (response.statusCode() == 201) {
            JsonNode link = JSON.readTree(response.body());
            acknowledged.increment();
            created.add(new Created(link.path("id").asString(), link.path("slug").asString()));
        } else {
            unanswered.increment();
        }
    }

    /** Every fourth has a slug of its own, every third some 10 kB of metadata. */
    private String link(long number) {
        StringBuilder body = new StringBuilder("{\"url\":\"https://example.com/").append(number);
        body.append('"');
        if (number % 4 < 1) {
            body.append(",\"slug\":\"").append(name).append(number).append('"');
        }
        if (number % 3 == 0) {
            body.append(",\"metadata\":{\"m0\":\"").append(LARGE).append('"');
            for (int i = 1; i < LARGE_FIELDS; i++) {
                body.append(",\"m").append(i).append("\":\"").append(LARGE).append('"');
            }
            body.append('}');
        }
        return body.append('}').toString();
    }

    private void revoke() throws IOException, InterruptedException {
        HttpResponse<String> made =
                send(
                        authorized("/api/v1/keys")
                                .POST(
                                        BodyPublishers.ofString(
                                                "{\"name\":\"k\",\"scopes\":[\"links:read\"]}")));
        if (made.statusCode() != 201) {
            unanswered.increment();
            return;
        }
        JsonNode key = JSON.readTree(made.body());
        keys.increment();
        if (keys.sum() % KEPT_ONE_IN == 0) {
            kept.add(key.path("secret").asString());
            return;
        }
        HttpResponse<String> ended =
                send(
                        authorized("/api/v1/keys/" + key.path("id").asString() + "/revoke")
                                .POST(BodyPublishers.noBody()));
        if (ended.statusCode() == 200) {
            revoked.add(key.path("secret").asString());
        } else {
            unanswered.increment();
        }
    }

    private void visit() throws InterruptedException {
        Created link = created.peek();
        if (link == null) {
            TimeUnit.MILLISECONDS.sleep(1);
            return;
        }
        Visits counted =
                visits.computeIfAbsent(
                        link.id(), _ -> new Visits(new LongAdder(), new LongAdder()));
        String page = "https://from.example/" + ThreadLocalRandom.current().nextInt(1_000);
        try {
            int status = new Visitor(postrider.port()).follow(link.slug(), page);
            (status == 302 ? counted.answered() : counted.unknown()).increment();
        } catch (IOException e) {
            counted.unknown().increment();
        }
    }

    private HttpRequest.Builder authorized(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + postrider.port() + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + postrider.apiKey());
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
