package io.postrider.systemtests.faults;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JsonPointer;

/** Clients that post one request after the other, each again with its key until it is accepted. */
final class Repeated implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration AGAIN = Duration.ofMillis(200);

    private final PostriderProcess node;
    private final String path;
    private final Body body;
    private final JsonPointer id;
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private volatile boolean stopped;

    /** The body of the request with a key. */
    interface Body {
        String of(String key);
    }

    /** @param id the place of the id in the answer that accepts a request */
    Repeated(PostriderProcess node, String path, Body body, String id) {
        this.node = node;
        this.path = path;
        this.body = body;
        this.id = JsonPointer.compile(id);
    }

    void start(int clients) {
        for (int i = 0; i < clients; i++) {
            running.add(threads.submit(this::send));
        }
    }

    /** The ids of the requests that were accepted. */
    Set<String> accepted() {
        return accepted;
    }

    /** Lets each client end its request, and fails if a client has failed. */
    void stop() throws Exception {
        stopped = true;
        for (Future<?> each : running) {
            each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private Object send() throws InterruptedException {
        while (!stopped) {
            String key = UUID.randomUUID().toString();
            while (!isAccepted(key) && !stopped) {
                Thread.sleep(AGAIN);
            }
        }
        return "done";
    }

    private boolean isAccepted(String key) throws InterruptedException {
        try {
            HttpResponse<String> answer =
                    node.write("POST", path, body.of(key), "Idempotency-Key", key);
            if (answer.statusCode() != 202) {
                return false;
            }
            accepted.add(PostriderProcess.json(answer).at(id).asString());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}
