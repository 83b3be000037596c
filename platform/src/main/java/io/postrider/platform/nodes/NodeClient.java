package io.postrider.platform.nodes;

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
import javax.net.ssl.SSLParameters;

/** Speaks to other nodes of the installation for one purpose: HTTP/1.1 over TLS, on a few threads of its own. */
public final class NodeClient implements AutoCloseable {

    private final NodeToken token;
    private final NodePurpose purpose;
    private final ExecutorService threads;
    private final HttpClient client;

    /**
     * Prepares a client; connections are made when they are needed.
     *
     * @param purpose of all its requests, and the name of its threads
     * @param threads threads that look up names, connect, and receive responses
     * @param connectTimeout after which a node that does not take a connection counts as away
     */
    public NodeClient(NodeTrust trust, NodePurpose purpose, int threads, Duration connectTimeout) {
        this.token = trust.token();
        this.purpose = purpose;
        this.threads =
                Executors.newFixedThreadPool(
                        threads,
                        Thread.ofPlatform()
                                .daemon()
                                .name("node-" + purpose.label() + "-", 0)
                                .factory());
        SSLParameters tls = new SSLParameters();
        tls.setProtocols(new String[] {NodeTrust.PROTOCOL});
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(trust.tls())
                        .sslParameters(tls)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(connectTimeout)
                        .executor(this.threads)
                        .build();
    }

    /** Its threads, for blocking work before or after a request. */
    public Executor threads() {
        return threads;
    }

    /**
     * A request that is to be sent now, and to be completed.
     *
     * @param node the other node, as {@code host:port}
     * @param path with a query if there is one
     * @throws IllegalArgumentException if there can be no such node
     */
    public HttpRequest.Builder request(String node, String path) {
        return HttpRequest.newBuilder(URI.create("https://" + node + path))
                .header("Authorization", token.header(purpose));
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
