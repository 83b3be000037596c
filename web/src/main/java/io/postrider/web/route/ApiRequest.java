package io.postrider.web.route;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.Payload;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** A request that has passed all that operations share. */
public final class ApiRequest {

    public static final String DRY_RUN = "dry_run";

    private final ServerRequest server;
    private final ApiCall call;
    private final String bodyHash;
    private volatile @Nullable Payload payload;

    ApiRequest(ServerRequest server, ApiCall call, Payload payload) {
        this.server = server;
        this.call = call;
        this.payload = payload;
        this.bodyHash = call.idempotencyKey().isPresent() ? payload.sha256() : "";
    }

    /**
     * The response of its operation, which reads the body before it returns. From then on the request does not have the body
     * any more: a waiting response keeps the request, and no budget counts the memory of a body that long.
     */
    Mono<ApiResponse> answeredBy(ApiHandler handler) {
        try {
            return handler.handle(this);
        } finally {
            payload = null;
        }
    }

    private Payload payload() {
        Payload read = payload;
        if (read == null) {
            throw new IllegalStateException("the body is read too late: " + path());
        }
        return read;
    }

    /** The id that the answer carries. */
    public String requestId() {
        return call.requestId();
    }

    /** The W3C trace context for what the request leads to; null if it belongs to no trace. */
    public @Nullable String traceparent() {
        return RequestTrace.traceparent(server);
    }

    /** The method and the pattern of the path: the name of the operation in the audit. */
    public String operation() {
        return call.operation();
    }

    /** The authenticated caller; public operations have none. */
    public Principal principal() {
        Principal principal = call.principal();
        if (principal == null) {
            throw new IllegalStateException("an open operation asks who calls: " + path());
        }
        return principal;
    }

    /** The workspace of the caller. */
    public String workspace() {
        return principal().workspace();
    }

    /** The tenant whose shares of this node's capacity it uses: the owner of the workspace. */
    public String tenant() {
        return call.tenant();
    }

    /** A part of the path. */
    public String variable(String name) {
        String value = call.variables().get(name);
        if (value == null) {
            throw new IllegalArgumentException("no path variable " + name);
        }
        return value;
    }

    /** The id in the path, which names something of this kind. */
    public Validated<String> id(IdKind kind) {
        return id(kind, variable("id"));
    }

    /** An id, which names something of this kind. */
    public static Validated<String> id(IdKind kind, String id) {
        if (!id.startsWith(kind.label() + "_")) {
            return Validated.refused(
                    Problem.of(
                            400,
                            "wrong_id_type",
                            "Expected an ID that begins with " + kind.label() + "_."));
        }
        return Id.isA(kind, id) ? Validated.valid(id) : Validated.refused(Problem.notFound());
    }

    /** The query parameters, each known to the operation. */
    public Map<String, String> parameters() {
        return call.parameters();
    }

    /** A query parameter. */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(call.parameters().get(name));
    }

    /** The body; an empty object if there is none. */
    public BodyReader fields() {
        return new BodyReader(payload().json());
    }

    /** Whether the request is checked and nothing is written; see {@code dry_run}. */
    public boolean isDryRun() {
        return parameter(DRY_RUN).filter("true"::equals).isPresent();
    }

    /** Whether the body is a form, which the operation reads itself. */
    public boolean isForm() {
        return PayloadReader.isForm(headers());
    }

    /** The whole body, for operations whose bodies this service does not define. */
    public ObjectNode json() {
        return payload().json();
    }

    /** The body as it was sent, which must not be changed. */
    public byte[] body() {
        return payload().bytes();
    }

    /** The SHA-256 of the body as it was sent; empty without an Idempotency-Key. */
    public String bodyHash() {
        return bodyHash;
    }

    /** The Idempotency-Key of a POST. */
    public Optional<String> idempotencyKey() {
        return call.idempotencyKey();
    }

    /** The media type of the response, out of those that the operation produces. */
    public MediaType wanted() {
        return call.wanted();
    }

    /** The headers. */
    public HttpHeaders headers() {
        return server.headers().asHttpHeaders();
    }

    /** A header that may be given once. */
    public Validated<Optional<String>> header(String name) {
        return SingleHeader.of(headers(), name);
    }

    /** The framework's request, for operations that need more than the common parts. */
    public ServerRequest server() {
        return server;
    }

    /** The method. */
    public HttpMethod method() {
        return server.method();
    }

    /** Marks the response of a read as possibly without the newest changes. */
    public void noteStale() {
        if (HttpMethod.GET.equals(method())) {
            server.exchange().getResponse().getHeaders().set("Consistency-Stale", "true");
        }
    }

    /** The path as it is routed: in one spelling, whatever a proxy has encoded, and without parameters of segments. */
    public String path() {
        StringBuilder path = new StringBuilder();
        for (PathContainer.Element element : server.requestPath().elements()) {
            path.append(
                    element instanceof PathContainer.PathSegment segment
                            ? UriUtils.encodePathSegment(
                                    segment.valueToMatch(), StandardCharsets.UTF_8)
                            : element.value());
        }
        return path.toString();
    }
}
