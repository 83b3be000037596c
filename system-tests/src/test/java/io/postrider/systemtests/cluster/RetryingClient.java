package io.postrider.systemtests.cluster;

import io.postrider.systemtests.ContractWatch;
import io.postrider.systemtests.HttpNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client that retries failed requests as the response asks, with the same Idempotency-Key. With one broker fewer, a client
 * may lose time on a slow machine, and never a request.
 */
final class RetryingClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** How long the service may be without an answer to one request. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String base;
    private final String key;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final ContractWatch watch;
    private final AtomicInteger good = new AtomicInteger();
    private final Queue<String> retried = new ConcurrentLinkedQueue<>();
    private final Queue<String> failed = new ConcurrentLinkedQueue<>();

    RetryingClient(String base, String key) throws IOException, InterruptedException {
        this.base = base;
        this.key = key;
        this.watch = ContractWatch.of(http, base);
    }

    /** Creates a link. */
    HttpResponse<String> create(String slug) throws InterruptedException {
        HttpRequest request =
                to("/api/v1/links")
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "create-" + slug)
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"url\":\"https://example.com/\",\"slug\":\""
                                                + slug
                                                + "\"}"))
                        .build();
        return insist(request, 201);
    }

    /** Creates a webhook for a receiver that containers reach. */
    HttpResponse<String> subscribe(String url) throws InterruptedException {
        HttpRequest request =
                to("/api/v1/webhooks")
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"url\":\"" + url + "\",\"event_types\":[\"link.*\"]}"))
                        .build();
        return insist(request, 201);
    }

    /** Asks with the key. */
    HttpResponse<String> get(String path) throws InterruptedException {
        return insist(to(path).header("Authorization", "Bearer " + key).GET().build(), 200);
    }

    /**
     * Asks for what shows a write: through the proxy another node may answer, which waits for the
     * write.
     *
     * @param write the answer to the write
     */
    HttpResponse<String> getAfter(HttpResponse<String> write, String path)
            throws InterruptedException {
        HttpRequest request =
                to(path).header("Authorization", "Bearer " + key)
                        .header(
                                "Consistency-Token",
                                write.headers().firstValue("Consistency-Token").orElseThrow())
                        .header("Prefer", "wait=10")
                        .GET()
                        .build();
        return insist(request, 200);
    }

    /** Follows a short link as a visitor does. */
    HttpResponse<String> visit(String slug) throws InterruptedException {
        return insist(to("/" + slug).header("User-Agent", HttpNode.BROWSER).GET().build(), 302);
    }

    /** How many requests were answered as they should be. */
    int good() {
        return good.get();
    }

    /** Each try that failed. */
    Queue<String> retried() {
        return retried;
    }

    /** What failed for all of the time that it was tried. */
    Queue<String> failed() {
        return failed;
    }

    /** Sends a request until it is answered as it should be, at most {@link #PATIENCE} long. */
    private HttpResponse<String> insist(HttpRequest request, int status)
            throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            String wrong;
            long pauseSeconds = 1;
            try {
                HttpResponse<String> response =
                        watch.checkedBehindProxy(
                                http.send(request, HttpResponse.BodyHandlers.ofString()));
                if (response.statusCode() == status) {
                    good.incrementAndGet();
                    return response;
                }
                wrong = response.statusCode() + " " + response.body();
                pauseSeconds = response.headers().firstValueAsLong("Retry-After").orElse(1);
            } catch (IOException e) {
                wrong = e.toString();
            }
            String told =
                    Instant.now() + " " + request.method() + " " + request.uri() + ": " + wrong;
            retried.add(told);
            if (System.nanoTime() - deadline >= 0) {
                failed.add(told);
                throw new IllegalStateException(told);
            }
            TimeUnit.SECONDS.sleep(pauseSeconds);
        }
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
    }
}
