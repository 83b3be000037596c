package io.postrider.automation.engine;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.postrider.automation.rules.ActionType;
import io.postrider.outbound.http.TracedCall;
import io.postrider.platform.secrets.RunToken;
import io.postrider.schemas.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls operations of the API for runs. */
final class ApiCalls {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient client;
    private final byte[] key;
    private final InstantSource clock;

    /**
     * @param edge the address of the API, without a slash at the end
     * @param key with which tokens are signed
     */
    ApiCalls(String edge, byte[] key, InstantSource clock) {
        this.client = HttpClient.create().baseUrl(edge + "/api/v1").disableRetry(true);
        this.key = key.clone();
        this.clock = clock;
    }

    /** Calls the operation of an action under the id of its effect. */
    Mono<Outcome> call(RunToken token, String effect, ActionType type, ObjectNode input) {
        Optional<String> path = path(type, input);
        if (path.isEmpty()) {
            return Mono.just(
                    new Outcome.Failed(
                            "The input requires the member "
                                    + type.pathMember().orElseThrow()
                                    + "."));
        }
        byte[] body = Json.bytes(body(type, input));
        boolean post = type.method().equals(HttpMethod.POST.name());
        boolean hasBody = !type.method().equals(HttpMethod.DELETE.name());
        return TracedCall.request(
                        client,
                        null,
                        0,
                        traced ->
                                HttpResults.to(
                                        traced.headers(
                                                        headers -> {
                                                            token(headers, token);
                                                            if (hasBody) {
                                                                headers.set(
                                                                        HttpHeaderNames
                                                                                .CONTENT_TYPE,
                                                                        "application/json");
                                                                headers.set(
                                                                        HttpHeaderNames
                                                                                .CONTENT_LENGTH,
                                                                        body.length);
                                                            }
                                                            if (post) {
                                                                headers.set(
                                                                        "Idempotency-Key", effect);
                                                            }
                                                        })
                                                .request(HttpMethod.valueOf(type.method()))
                                                .uri(path.get())
                                                .send(
                                                        hasBody
                                                                ? Mono.fromSupplier(() ->
                                                                        Unpooled.wrappedBuffer(
                                                                                body))
                                                                : Mono.empty())))
                .next()
                .timeout(TIMEOUT)
                .map(ApiCalls::outcome)
                .onErrorResume(failure ->
                        Mono.just(
                                new Outcome.Again("The API does not respond.", Optional.empty())));
    }

    private void token(HttpHeaders headers, RunToken token) {
        headers.set(HttpHeaderNames.AUTHORIZATION, token.header(key, clock.instant()));
    }

    private static Optional<String> path(ActionType type, ObjectNode input) {
        return type.pathMember()
                .map(member ->
                        input.path(member)
                                .asStringOpt()
                                .map(ApiCalls::segment)
                                .map(id -> type.path().replace("{" + member + "}", id)))
                .orElseGet(() -> Optional.of(type.path()));
    }

    /** A text as a segment of a path, where a plus is no blank. */
    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static ObjectNode body(ActionType type, ObjectNode input) {
        ObjectNode body = input.deepCopy();
        type.pathMember().ifPresent(body::remove);
        if (type == ActionType.MESSAGES_REACT) {
            body.put("type", "reaction");
        }
        return body;
    }

    private static Outcome outcome(HttpResults answer) {
        if (answer.isOk()) {
            return new Outcome.Done(answer.body());
        }
        String code = answer.body().path("code").asString("");
        String error = answer.status() + " " + code + ": " + detail(answer.body());
        return answer.isTemporary() || code.equals("idempotency_in_flight")
                ? new Outcome.Again(error, answer.retryAfter())
                : new Outcome.Failed(error);
    }

    private static String detail(JsonNode problem) {
        StringBuilder text = new StringBuilder(problem.path("detail").asString(""));
        for (JsonNode error : problem.path("errors")) {
            text.append(' ')
                    .append(error.path("pointer").asString(""))
                    .append(": ")
                    .append(error.path("detail").asString(""));
        }
        return text.toString();
    }
}
