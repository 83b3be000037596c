package io.postrider.api.automation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Problem;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.runtime.secrets.HmacSha256;
import io.postrider.schemas.json.Json;

import org.springframework.http.MediaType;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Answers what senders ask of an address before they send events there, each as it documents it. */
final class InboundHandshake {

    static final String[] PARAMETERS = {
        "hub.mode", "hub.challenge", "hub.verify_token", "crc_token", "nonce"
    };

    private static final int BYTES_MAX = 4_096;

    /** Nothing that could be a body, or the text that a signature is of: else the answer would sign what anyone makes up. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9+/=_-]{1,200}");

    private InboundHandshake() {}

    /**
     * Answers a GET by the proofs of an endpoint.
     *
     * @param secret that of a proof, in plain text
     */
    static Answer got(
            Endpoint endpoint,
            ApiRequest request,
            Function<EndpointProof, Optional<String>> secret) {
        Optional<Answer> crc =
                token(request, "crc_token")
                        .flatMap(token ->
                                of(endpoint, EndpointAuth.X)
                                        .flatMap(secret)
                                        .map(key -> crc(key, token)));
        return crc.or(() -> of(endpoint, EndpointAuth.META).map(_ -> meta(endpoint, request)))
                .orElseGet(Problem::notFound);
    }

    private static Optional<EndpointProof> of(Endpoint endpoint, EndpointAuth auth) {
        return endpoint.proofs().stream().filter(proof -> proof.auth() == auth).findFirst();
    }

    /** The address is no secret of Meta's app, so its id is what Meta proves that it was told. */
    private static Answer meta(Endpoint endpoint, ApiRequest request) {
        boolean verified =
                request.parameter("hub.mode").filter("subscribe"::equals).isPresent()
                        && request.parameter("hub.verify_token")
                                .filter(endpoint.id()::equals)
                                .isPresent();
        return token(request, "hub.challenge")
                .filter(_ -> verified)
                .<Answer>map(challenge -> Answer.text(200, challenge, MediaType.TEXT_PLAIN))
                .orElseGet(() ->
                        Problem.of(
                                403,
                                "invalid_verify_token",
                                "The verify token is not the id of the endpoint."));
    }

    private static Answer crc(String secret, String token) {
        String code = Base64.getEncoder().encodeToString(hmac(secret, token));
        return Answer.ok(Json.object().put("response_token", "sha256=" + code));
    }

    /**
     * Answers an authentic POST that is a handshake; empty for all others.
     *
     * @param secret that of the proof, in plain text
     */
    static Optional<Answer> posted(
            EndpointAuth sender, byte[] body, Supplier<Optional<String>> secret) {
        return switch (sender) {
            case SLACK -> slack(json(body)).map(Answer::ok);
            case ZOOM -> secret.get().flatMap(key -> zoom(key, json(body))).map(Answer::ok);
            default -> Optional.empty();
        };
    }

    private static Optional<ObjectNode> slack(JsonNode body) {
        JsonNode challenge = body.path("challenge");
        return body.path("type").asString("").equals("url_verification") && challenge.isString()
                ? Optional.of(Json.object().set("challenge", challenge))
                : Optional.empty();
    }

    private static Optional<ObjectNode> zoom(String secret, JsonNode body) {
        String token = body.path("payload").path("plainToken").asString("");
        return body.path("event").asString("").equals("endpoint.url_validation")
                        && TOKEN.matcher(token).matches()
                ? Optional.of(
                        Json.object()
                                .put("plainToken", token)
                                .put(
                                        "encryptedToken",
                                        HexFormat.of().formatHex(hmac(secret, token))))
                : Optional.empty();
    }

    private static Optional<String> token(ApiRequest request, String name) {
        return request.parameter(name).filter(text -> TOKEN.matcher(text).matches());
    }

    private static JsonNode json(byte[] body) {
        try {
            return body.length > BYTES_MAX
                    ? MissingNode.getInstance()
                    : Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    private static byte[] hmac(String secret, String text) {
        return HmacSha256.of(secret.getBytes(UTF_8), text.getBytes(UTF_8));
    }
}
