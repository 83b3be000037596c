package io.postrider.platform.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.schemas.Cause;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The credential with which a run calls the API: it names the workspace, the rule, the scopes of its publisher and the cause,
 * and is signed with a key that the nodes of an installation share.
 */
public record RunToken(String workspace, String ruleId, List<String> scopes, Cause cause) {

    /** The authentication scheme of the header {@code Authorization}, with a space. */
    public static final String SCHEME = "Run ";

    /** The purpose of the key; see {@link io.postrider.platform.secrets.SecretFiles#derive}. */
    public static final String PURPOSE = "runs";

    private static final Duration VALID = Duration.ofMinutes(5);

    public RunToken {
        scopes = List.copyOf(scopes);
    }

    /** The value of the header; it is valid for five minutes. */
    public String header(byte[] key, Instant now) {
        ObjectNode claims = Json.object();
        claims.put("workspace", workspace);
        claims.put("rule", ruleId);
        scopes.forEach(claims.putArray("scopes")::add);
        claims.put("event", cause.eventId());
        claims.put("run", cause.runId());
        claims.put("depth", cause.depth());
        claims.put("until", now.plus(VALID).getEpochSecond());
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(claims));
        return SCHEME + text + "." + mac(key, text);
    }

    /** The token of a header; empty unless it is signed with the key and still valid. */
    public static Optional<RunToken> parse(String header, byte[] key, Instant now) {
        String token = header.substring(Math.min(header.length(), SCHEME.length()));
        int dot = token.indexOf('.');
        if (!header.startsWith(SCHEME)
                || dot < 0
                || !HmacSha256.isSame(
                        mac(key, token.substring(0, dot)), token.substring(dot + 1))) {
            return Optional.empty();
        }
        try {
            byte[] json = Base64.getUrlDecoder().decode(token.substring(0, dot));
            JsonNode claims = Json.mapper().readTree(json);
            return now.getEpochSecond() > claims.path("until").asLong(0)
                    ? Optional.empty()
                    : Optional.of(of(claims));
        } catch (JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RunToken of(JsonNode claims) {
        return new RunToken(
                claims.path("workspace").asString(""),
                claims.path("rule").asString(""),
                claims.path("scopes").valueStream().map(scope -> scope.asString("")).toList(),
                new Cause(
                        claims.path("event").asString(""),
                        claims.path("run").asString(""),
                        claims.path("depth").asInt(0)));
    }

    private static String mac(byte[] key, String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(HmacSha256.of(key, text.getBytes(UTF_8)));
    }
}
