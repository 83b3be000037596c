package io.postrider.automation.engine;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.automation.HttpConnection;
import io.postrider.outbound.egress.CallerHeaders;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.TargetUrl;
import io.postrider.outbound.http.CallError;
import io.postrider.outbound.http.CallErrors;
import io.postrider.outbound.http.Outbound;
import io.postrider.schemas.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls other services for runs, through the egress guard. */
final class HttpCalls {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private final Outbound outbound;
    private final TargetPolicy targets;
    private final HttpConnections connections;

    HttpCalls(Outbound outbound, TargetPolicy targets, HttpConnections connections) {
        this.outbound = outbound;
        this.targets = targets;
        this.connections = connections;
    }

    /** A request as the input of an action says it. */
    private record Request(HttpMethod method, Map<String, String> headers, String body) {
        byte[] bytes() {
            return body.getBytes(StandardCharsets.UTF_8);
        }

        Request with(HeaderField header) {
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put(header.name(), header.value());
            return new Request(method, all, body);
        }
    }

    private record Content(String type, String text) {

        static Content of(ObjectNode input) {
            JsonNode body = input.path("body");
            if (input.path("form") instanceof ObjectNode form) {
                return new Content("application/x-www-form-urlencoded", encoded(form));
            }
            return body.isString()
                    ? new Content("text/plain; charset=utf-8", body.asString(""))
                    : new Content("application/json", body.isMissingNode() ? "" : body.toString());
        }

        /** A list gives its name once for each entry. */
        private static String encoded(ObjectNode form) {
            return form.properties().stream()
                    .flatMap(field ->
                            (field.getValue().isArray()
                                            ? field.getValue().valueStream()
                                            : Stream.of(field.getValue()))
                                    .map(value -> field(field.getKey(), value)))
                    .collect(Collectors.joining("&"));
        }

        private static String field(String name, JsonNode value) {
            String text =
                    value.isNull() ? "" : value.isString() ? value.asString("") : value.toString();
            return URLEncoder.encode(name, StandardCharsets.UTF_8)
                    + "="
                    + URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    /** Calls the service of an effect. */
    Mono<Outcome> call(String workspace, String effect, ObjectNode input) {
        String method = input.path("method").asString("POST");
        if (!METHODS.contains(method)) {
            return Mono.just(new Outcome.Failed("method: expected one of " + METHODS + "."));
        }
        Map<String, String> headers = new LinkedHashMap<>();
        input.path("headers")
                .properties()
                .forEach(header -> headers.put(header.getKey(), header.getValue().asString("")));
        List<CallerHeaders.Refused> refused = CallerHeaders.check(headers);
        if (!refused.isEmpty()) {
            return Mono.just(
                    new Outcome.Failed(
                            "headers: "
                                    + refused.getFirst().name()
                                    + ": "
                                    + refused.getFirst().detail()));
        }
        headers.put("Idempotency-Key", effect);
        if (input.has("form") && input.has("body")) {
            return Mono.just(new Outcome.Failed("form: expected either form or body."));
        }
        if (input.hasNonNull("form") && !input.path("form").isObject()) {
            return Mono.just(new Outcome.Failed("form: expected an object."));
        }
        Content content = Content.of(input);
        headers.put(HttpHeaderNames.CONTENT_TYPE.toString(), content.type());
        Request request = new Request(HttpMethod.valueOf(method), headers, content.text());
        return switch (targets.check(input.path("url").asString(""))) {
            case TargetCheck.Refused(_, String detail) ->
                    Mono.just(new Outcome.Failed("url: " + detail));
            case TargetCheck.Accepted(TargetUrl url) ->
                    proved(workspace, input.path("connection").asString(""), url, request);
        };
    }

    /** Adds the credential of the connection that the input names, for its host alone. */
    private Mono<Outcome> proved(String workspace, String id, TargetUrl url, Request request) {
        if (id.isEmpty()) {
            return called(url, request);
        }
        Optional<HttpConnection> connection = connections.find(workspace, id);
        if (connection.isEmpty()) {
            return failed("connection: no HTTP connection has this ID.");
        }
        String host = connection.get().host();
        if (!host.equals(url.authority())) {
            return failed("connection: it is valid only for " + host + ".");
        }
        return connections
                .secret(connection.get())
                .map(secret ->
                        HttpConnections.header(connection.get().kind(), secret, request.bytes())
                                .map(header -> called(url, request.with(header)))
                                .orElseGet(() ->
                                        failed("connection: its secret is not valid in a header.")))
                .orElseGet(() -> failed("The encryption key of the workspace was deleted."));
    }

    private static Mono<Outcome> failed(String error) {
        return Mono.just(new Outcome.Failed(error));
    }

    private Mono<Outcome> called(TargetUrl url, Request request) {
        return outbound.call(url, _ -> {}, client -> HttpResults.to(sent(client, url, request)))
                .next()
                .timeout(TIMEOUT)
                .map(HttpCalls::outcome)
                .onErrorResume(failure -> Mono.just(outcome(failure)));
    }

    private static HttpClient.ResponseReceiver<?> sent(
            HttpClient client, TargetUrl url, Request request) {
        return client.headers(
                        headers -> {
                            request.headers().forEach(headers::set);
                            headers.set(HttpHeaderNames.CONTENT_LENGTH, request.bytes().length);
                        })
                .request(request.method())
                .uri(url.requestTarget())
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.bytes())));
    }

    private static Outcome outcome(HttpResults answer) {
        ObjectNode output = Json.object().put("status", answer.status());
        output.set("headers", answer.headers());
        output.set("body", answer.body());
        if (answer.isOk()) {
            return new Outcome.Done(output);
        }
        String error = "The service responded with status " + answer.status() + ".";
        return answer.isTemporary()
                ? new Outcome.Again(error, answer.retryAfter(), Optional.of(output))
                : new Outcome.Failed(error, Optional.of(output));
    }

    private static Outcome outcome(Throwable failure) {
        CallError error = CallErrors.of(failure, false);
        if (error == CallError.ADDRESS_REFUSED) {
            return new Outcome.Failed("The address of the service is private or reserved.");
        }
        return CallErrors.isBeforeConnected(failure)
                ? new Outcome.Again("The service cannot be reached.", Optional.empty())
                : new Outcome.Unknown("The service did not respond to the request.");
    }
}
