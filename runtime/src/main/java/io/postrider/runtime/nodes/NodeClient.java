package io.postrider.runtime.nodes;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Speaks to other nodes of the installation: HTTP/1.1, with the token that they share, on a few threads of its own. */
public final class NodeClient implements AutoCloseable {

    private final NodeToken token;
    private final ExecutorService threads;
    private final HttpClient client;

    /**
     * Prepares a client; connections are made when they are needed.
     *
     * @param name of its threads
     * @param threads how many look up names, connect, and take answers
     * @param connectTimeout after which a node that does not take a connection counts as away
     */
    public NodeClient(NodeToken token, String name, int threads, Duration connectTimeout) {
        this.token = token;
        this.threads =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name(name + "-", 0).factory());
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(connectTimeout)
                        .executor(this.threads)
                        .build();
    }

    /** Its threads, for what must not be done on an event loop before or after a request. */
    public Executor threads() {
        return threads;
    }

    /** A request that carries the token, to be completed. */
    public HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).header("Authorization", token.header());
    }

    /** Sends a request; any status is an answer. */
    public <T> CompletableFuture<HttpResponse<T>> send(HttpRequest request, BodyHandler<T> body) {
        return client.sendAsync(request, body);
    }

    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdown();
    }
}
