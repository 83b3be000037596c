package io.postrider.automation.api;

import io.postrider.automation.publishing.InboundCredentials;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.HttpConnection;
import io.postrider.domain.automation.HttpConnection.Kind;
import io.postrider.domain.automation.HttpConnectionCommand.CreateHttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand.DeleteHttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand.UpdateHttpConnection;
import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.ResourceLimit;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import reactor.core.publisher.Mono;

/** The operations on the credentials of other services. A secret is in no answer. */
final class HttpConnectionRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/connections";

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule HOST_TEXT = TextRule.line(1, 255);
    private static final TextRule SECRET = TextRule.line(1, 4_000);
    private static final Pattern HOST =
            Pattern.compile("(?:[a-z0-9.-]+|\\[[0-9a-f:]+])(?::[0-9]{1,5})?");

    private final ResourceApi<HttpConnection> api;
    private final SecretBox box;

    HttpConnectionRoutes(ResourceApi<HttpConnection> api, SecretBox box) {
        this.api = api;
        this.box = box;
    }

    /** The fields of a body, with the secret in plain text. */
    private record Wanted(
            List<String> changed,
            String name,
            Kind kind,
            String host,
            String secret,
            Map<String, String> metadata) {

        @Override
        public String toString() {
            return "Wanted" + changed;
        }
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(request -> read(request, true), ResourceLimit.NONE, this::creation),
                api.list("http_connections"),
                api.get("http_connection"),
                api.updateBy(request -> read(request, false), this::update),
                api.delete(DeleteHttpConnection::new));
    }

    private static Validated<Wanted> read(ApiRequest request, boolean isNew) {
        BodyReader fields = request.fields();
        if (isNew) {
            List.of("name", "kind", "host", "secret").forEach(fields::require);
        } else {
            fields.notNull("name", "kind", "host", "secret");
        }
        Optional<String> host = fields.text("host", HOST_TEXT);
        if (host.filter(text -> !HOST.matcher(text).matches()).isPresent()) {
            fault(fields, "/host", "Expected a host in lower case, such as crm.example.com.");
        }
        Optional<Kind> kind = kind(fields);
        Optional<String> secret = fields.text("secret", SECRET);
        kind.flatMap(given -> secret.flatMap(text -> objection(given, text)))
                .ifPresent(fields::fault);
        List<String> changed = fields.changed();
        Map<String, String> metadata = fields.metadata();
        String name = fields.text("name", NAME).orElse("");
        return fields.checked(() ->
                new Wanted(
                        changed,
                        name,
                        kind.orElse(Kind.BEARER),
                        host.orElse(""),
                        secret.orElse(""),
                        metadata));
    }

    private static Optional<Kind> kind(BodyReader fields) {
        Optional<String> given = fields.text("kind", WORD);
        Optional<Kind> kind =
                given.flatMap(label ->
                        Arrays.stream(Kind.values())
                                .filter(each -> each.label().equals(label))
                                .findFirst());
        if (given.isPresent() && kind.isEmpty()) {
            fault(fields, "/kind", "Expected bearer, basic, header or hmac.");
        }
        return kind;
    }

    private static Optional<FieldError> objection(Kind kind, String secret) {
        return switch (kind) {
            case BASIC -> InboundCredentials.objection(EndpointAuth.BASIC, secret);
            case HEADER -> InboundCredentials.objection(EndpointAuth.HEADER, secret);
            case BEARER, HMAC -> Optional.empty();
        };
    }

    private static void fault(BodyReader fields, String pointer, String detail) {
        fields.fault(new FieldError(pointer, "invalid_value", detail));
    }

    private Validated<Creation> creation(
            ApiRequest request, Wanted wanted, String id, Instant now) {
        return connection(request.workspace(), id, wanted, now)
                .map(connection -> Creation.of(new CreateHttpConnection(connection)))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> update(ResourceCall<Wanted> call) {
        String workspace = call.workspace();
        Instant now = api.node().mint().now();
        return connection(workspace, call.target().id(), call.body(), now)
                .map(values ->
                        api.send(
                                        call,
                                        new UpdateHttpConnection(
                                                workspace, call.body().changed(), values))
                                .map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Optional<HttpConnection> connection(
            String workspace, String id, Wanted wanted, Instant now) {
        return box.seal(workspace, HttpConnection.purpose(id), wanted.secret())
                .map(sealed ->
                        new HttpConnection(
                                id,
                                workspace,
                                wanted.name(),
                                wanted.kind(),
                                wanted.host(),
                                sealed,
                                wanted.metadata(),
                                now,
                                now));
    }
}
