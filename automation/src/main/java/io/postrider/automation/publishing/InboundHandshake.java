package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.secrets.HmacSha256;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

/** Answers the handshakes of senders, which verify an address before they send events there. */
final class InboundHandshake {

    static final String[] PARAMETERS = {
        "hub.mode", "hub.challenge", "hub.verify_token", "crc_token", "nonce"
    };

    private static final String CRC_TOKEN = "crc_token";
    private static final int CHALLENGE_MAX = 4_096;
    private static final int TOKEN_MAX = 200;

    /** Only challenges that cannot be a body or a signed text: otherwise the response would sign forged requests. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9+/=_-]{1,200}");

    private InboundHandshake() {}

    /**
     * Answers a GET by the proofs of an endpoint.
     *
     * @param secret that of a proof, in plain text
     */
    static ApiResponse got(
            Endpoint endpoint,
            ApiRequest request,
            Function<EndpointProof, Optional<String>> secret) {
        boolean asksForCrc = request.parameter(CRC_TOKEN).isPresent();
        Optional<String> key = of(endpoint, EndpointAuth.X).flatMap(secret);
        boolean hasMeta = of(endpoint, EndpointAuth.META).isPresent();
        if (hasMeta && !(asksForCrc && key.isPresent())) {
            return meta(endpoint, request);
        }
        return key.<ApiResponse>map(given ->
                        token(request, CRC_TOKEN)
                                .map(token -> crc(given, token))
                                .orElseGet(() -> noToken(CRC_TOKEN)))
                .orElseGet(Problem::notFound);
    }

    private static Optional<EndpointProof> of(Endpoint endpoint, EndpointAuth auth) {
        return endpoint.proofs().stream().filter(proof -> proof.auth() == auth).findFirst();
    }

    /** The address is not a secret of Meta's app, so Meta proves knowledge of the endpoint's id. */
    private static ApiResponse meta(Endpoint endpoint, ApiRequest request) {
        if (request.parameter("hub.verify_token").filter(endpoint.id()::equals).isEmpty()) {
            return Problem.of(
                    403,
                    "invalid_verify_token",
                    "Expected the ID of the endpoint as the verify token.");
        }
        if (request.parameter("hub.mode").filter("subscribe"::equals).isEmpty()) {
            return Problem.badParameter("hub.mode", "invalid_parameter", "Expected subscribe.");
        }
        return token(request, "hub.challenge")
                .<ApiResponse>map(
                        challenge -> ApiResponse.text(200, challenge, MediaType.TEXT_PLAIN))
                .orElseGet(() -> noToken("hub.challenge"));
    }

    private static Problem noToken(String parameter) {
        return Problem.badParameter(
                parameter, "invalid_parameter", "Expected 1 to 200 characters of base64.");
    }

    private static ApiResponse crc(String secret, String token) {
        String code = Base64.getEncoder().encodeToString(hmac(secret, token));
        return ApiResponse.ok(Json.object().put("response_token", "sha256=" + code));
    }

    /**
     * Answers an authentic POST that is a handshake; empty for all others.
     *
     * @param secret that of the proof, in plain text
     */
    static Optional<ApiResponse> posted(
            EndpointAuth sender, byte[] body, Supplier<Optional<String>> secret) {
        return switch (sender) {
            case SLACK ->
                    asked(body, "type", "url_verification")
                            .map(json -> slack(json.path("challenge")));
            case ZOOM ->
                    asked(body, "event", "endpoint.url_validation")
                            .flatMap(json ->
                                    secret.get()
                                            .map(key ->
                                                    zoom(
                                                            key,
                                                            json.path("payload")
                                                                    .path("plainToken"))));
            default -> Optional.empty();
        };
    }

    /** The body where it is an object whose member says that it is a handshake. */
    private static Optional<JsonNode> asked(byte[] body, String member, String value) {
        // An event is not parsed twice for this.
        if (!new String(body, ISO_8859_1).contains(value)) {
            return Optional.empty();
        }
        return InboundBody.json(body) instanceof Validated.Valid<JsonNode>(JsonNode json)
                        && json.path(member).asString("").equals(value)
                ? Optional.of(json)
                : Optional.empty();
    }

    private static ApiResponse slack(JsonNode challenge) {
        return challenge.isString()
                        && !challenge.asString("").isEmpty()
                        && challenge.asString("").length() <= CHALLENGE_MAX
                ? ApiResponse.ok(Json.object().set("challenge", challenge))
                : noText("/challenge", CHALLENGE_MAX);
    }

    private static ApiResponse zoom(String secret, JsonNode plain) {
        String token = plain.asString("");
        return plain.isString() && TOKEN.matcher(token).matches()
                ? ApiResponse.ok(
                        Json.object()
                                .put("plainToken", token)
                                .put(
                                        "encryptedToken",
                                        HexFormat.of().formatHex(hmac(secret, token))))
                : noText("/payload/plainToken", TOKEN_MAX);
    }

    private static Problem noText(String pointer, int max) {
        return Problem.invalid(
                new FieldError(
                        pointer,
                        "invalid_value",
                        "Expected a text of 1 to " + max + " characters."));
    }

    private static Optional<String> token(ApiRequest request, String name) {
        return request.parameter(name).filter(text -> TOKEN.matcher(text).matches());
    }

    private static byte[] hmac(String secret, String text) {
        return HmacSha256.of(secret.getBytes(UTF_8), text.getBytes(UTF_8));
    }
}
