package io.postrider.systemtests;

import io.postrider.testkit.contract.ContractDocument;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node of the product, accessed over HTTP only. */
public abstract class HttpNode {

    /** The agent of a person: clicks of programs are not counted. */
    public static final String BROWSER =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/140.0.0.0 Safari/537.36";

    private static final JsonMapper JSON = new JsonMapper();

    private final int port;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private volatile @Nullable ContractWatch watch;

    HttpNode(int port) {
        this.port = port;
    }

    /** The port of HTTP. */
    public final int port() {
        return port;
    }

    /** The key of the first run. */
    public abstract String apiKey() throws IOException;

    /** The content of {@code first-run.json}. */
    protected abstract JsonNode firstRun() throws IOException;

    /** The last lines of the node's output, for failed tests. */
    public abstract String lastOutput() throws IOException;

    /** From now on every answer is held against the contract. */
    protected final void watch() throws IOException, InterruptedException {
        watch = ContractWatch.of(http, base());
    }

    /** The status of {@code /readyz}. */
    protected final int readiness() throws IOException, InterruptedException {
        return send(request("/readyz").GET().build()).statusCode();
    }

    /** Asks with the key of the first run. */
    public final HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(path, apiKey());
    }

    /** Asks with a key. */
    public final HttpResponse<String> get(String path, String key)
            throws IOException, InterruptedException {
        return send(request(path).header("Authorization", "Bearer " + key).GET().build());
    }

    /** Asks, and insists on an answer. */
    public final JsonNode getJson(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    path + ": " + response.statusCode() + " " + response.body());
        }
        return json(response);
    }

    /** Posts with the key of the first run. */
    public final HttpResponse<String> post(String path, String body)
            throws IOException, InterruptedException {
        return write("POST", path, body);
    }

    /** Posts with a key. */
    public final HttpResponse<String> postWith(
            String key, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return sent(request(path).header("Authorization", "Bearer " + key), "POST", body, headers);
    }

    /** Sends a change with the key of the first run, and pairs of header names and values. */
    public final HttpResponse<String> write(
            String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return sent(
                request(path).header("Authorization", "Bearer " + apiKey()), method, body, headers);
    }

    /** The owner of the first run, signed in. */
    public final OwnersBrowser signIn() throws IOException, InterruptedException {
        JsonNode made = firstRun();
        return signIn(made.path("email").asString(), made.path("password").asString());
    }

    /** Signs in a user. */
    public final OwnersBrowser signIn(String email, String password)
            throws IOException, InterruptedException {
        return OwnersBrowser.signIn(
                (method, path, body, headers) -> sent(request(path), method, body, headers),
                email,
                password);
    }

    private HttpResponse<String> sent(
            HttpRequest.Builder asked, String method, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                asked.header("Content-Type", "application/json")
                        .method(
                                method,
                                body.isEmpty()
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body));
        IntStream.range(0, headers.length / 2)
                .forEach(i -> request.header(headers[2 * i], headers[2 * i + 1]));
        return send(request.build());
    }

    /** Follows a short link as a visitor does: without a key. */
    public final int visit(String slug) throws IOException, InterruptedException {
        return visitResponse(slug).statusCode();
    }

    /** The same with pairs of header names and values. */
    public final HttpResponse<String> visitResponse(String slug, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder visit = request("/" + slug).header("User-Agent", BROWSER).GET();
        IntStream.range(0, headers.length / 2)
                .forEach(i -> visit.header(headers[2 * i], headers[2 * i + 1]));
        return send(visit.build());
    }

    /** The status of a short link without following it: no click is counted. */
    public final int peek(String slug) throws IOException, InterruptedException {
        return send(request("/" + slug).HEAD().build()).statusCode();
    }

    /** The body of an answer. */
    public static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /** The contract that it handed out when it was first ready; every answer since then was held against it. */
    public final ContractDocument contract() {
        return Objects.requireNonNull(watch, "not ready yet").contract();
    }

    private HttpResponse<String> send(HttpRequest request)
            throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            throw new IOException(request.uri() + " was not answered; " + lastOutput(), e);
        }
        ContractWatch ready = watch;
        return ready == null ? response : ready.checked(response);
    }

    private String base() {
        return "http://localhost:" + port;
    }

    /** Longer than any response takes, so that the product reports lateness and not the test. */
    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base() + path)).timeout(Duration.ofSeconds(25));
    }
}
