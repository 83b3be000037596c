package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.secrets.HmacSha256;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** What Meta, Slack, Zoom and X ask of an address before they send events there. */
public class InboundHandshakeTest {

    private static final String SECRET = "s3cret";

    /** The time of the API under test, in seconds. */
    private static final String NOW = "1795168800";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller sender = sender(api);

    /** A sender without a key. */
    public static Caller sender(TestApi api) {
        return api.anonymous();
    }

    @Test
    void theChallengeOfMetaIsAnsweredWhereTheTokenIsTheId() {
        String path = path("meta");
        String id = path.substring(path.lastIndexOf('/') + 1);
        String asked = path + "?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=";

        Response told = sender.get(asked + id);

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.text()).isEqualTo("1158201444");
        assertThat(told.header("Content-Type")).startsWith("text/plain");
        assertThat(sender.get(asked + "x").code()).isEqualTo("invalid_verify_token");
        assertThat(sender.get(path).code()).isEqualTo("invalid_verify_token");
        assertThat(api.published()).isEmpty();
    }

    @Test
    void theCrcOfXIsAnswered() {
        String path = path("x");

        Response told = sender.get(path + "?crc_token=abc123&nonce=n");

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.member("response_token")).isEqualTo("sha256=" + base64("abc123"));
        assertThat(sender.get(path + "?crc_token=%7B%22a%22%3A1%7D").errors())
                .containsExactly("crc_token invalid_parameter");
        assertThat(signedByX("abc123").post(path, "abc123").status()).isEqualTo(401);
        assertThat(signedByX("{\"a\":1}").post(path, "{\"a\":1}").status()).isEqualTo(202);
        assertThat(api.published()).hasSize(1);
    }

    @Test
    void theChallengeOfSlackIsAnsweredAndMakesNoEvent() {
        String body = "{\"token\":\"t\",\"type\":\"url_verification\",\"challenge\":\"3eZbrw\"}";

        Response told = timed("X-Slack", body).post(path("slack"), body);

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.member("challenge")).isEqualTo("3eZbrw");
        assertThat(sender.post(path("slack"), body).status()).isEqualTo(401);
        assertThat(api.published()).isEmpty();
    }

    @Test
    void theValidationOfZoomIsAnsweredAndMakesNoEvent() {
        String path = path("zoom");
        String body =
                "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"qgg8vlvZRS6UYooatFL8Aw\"}}";

        Response told = timed("x-zm", body).post(path, body);

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.member("plainToken")).isEqualTo("qgg8vlvZRS6UYooatFL8Aw");
        assertThat(told.member("encryptedToken")).isEqualTo(hex("qgg8vlvZRS6UYooatFL8Aw"));
        assertThat(sender.post(path, body).status()).isEqualTo(401);
        String event = "{\"event\":\"meeting.started\"}";
        assertThat(timed("x-zm", event).post(path, event).status()).isEqualTo(202);
        assertThat(api.published()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "meta | hub.mode=subscribe&hub.verify_token=ID | hub.challenge",
                "meta | hub.mode=subscribe&hub.verify_token=ID&hub.challenge= | hub.challenge",
                "meta | hub.mode=subscribe&hub.verify_token=ID&hub.challenge=%3Cb%3E | hub.challenge",
                "meta | hub.mode=unsubscribe&hub.verify_token=ID&hub.challenge=1 | hub.mode",
                "meta | hub.verify_token=ID&hub.challenge=1 | hub.mode",
                "meta | hub.mode=subscribe&hub.verify_token=ID&hub.challenge=1&hub.challenge=2 | hub.challenge",
                "meta | hub.mode=subscribe&hub.verify_token=ID&hub.challenge[]=1 | hub.challenge[]",
                "x | nonce=1 | crc_token",
                "x | crc_token= | crc_token",
                "x | crc_token=a&crc_token=b | crc_token"
            })
    void errorsOfAQueryAreNamed(String auth, String query, String parameter) {
        String path = path(auth);
        String id = path.substring(path.lastIndexOf('/') + 1);

        Response told = sender.get(path + "?" + query.replace("ID", id));

        assertThat(told.status()).as(told.text()).isEqualTo(400);
        assertThat(told.text()).contains(parameter);
        assertThat(sender.send(HttpMethod.HEAD, path, null).status()).isBetween(400, 404);
        assertThat(sender.send(HttpMethod.PUT, path, "{}").status()).isEqualTo(405);
    }

    /** It would be an event of a type that no rule expects, or what anyone makes up would be signed. */
    @ParameterizedTest
    @MethodSource
    void aHandshakeThatCannotBeAnsweredIsNoEvent(String auth, String body, String pointer) {
        String path = path(auth);

        Response told =
                timed(auth.equals("slack") ? "X-Slack" : "x-zm", body)
                        .send(HttpMethod.POST, path, "text/plain", body.getBytes(UTF_8));

        assertThat(told.errors()).as(told.text()).containsExactly(pointer + " invalid_value");
        assertThat(api.published()).isEmpty();
    }

    static List<Arguments> aHandshakeThatCannotBeAnsweredIsNoEvent() {
        String slack = "{\"type\":\"url_verification\"";
        String zoom = "{\"event\":\"endpoint.url_validation\"";
        List<Arguments> all = new ArrayList<>();
        for (String member :
                List.of(
                        "",
                        ",\"challenge\":\"\"",
                        ",\"challenge\":7",
                        ",\"challenge\":\"" + "x".repeat(1_000_000) + "\"")) {
            all.add(Arguments.of("slack", slack + member + "}", "#/challenge"));
        }
        for (String member :
                List.of(
                        "",
                        ",\"payload\":7",
                        ",\"payload\":{\"plainToken\":[\"a\"]}",
                        ",\"payload\":{\"plainToken\":\"v0:1:{}\"}")) {
            all.add(Arguments.of("zoom", zoom + member + "}", "#/payload/plainToken"));
        }
        return all;
    }

    /** Which no answer can hold. */
    @Test
    void halfACharacterInAChallengeIsRefused() {
        String body = "{\"type\":\"url_verification\",\"challenge\":\"\\ud800\"}";

        Response told = timed("X-Slack", body).post(path("slack"), body);

        assertThat(told.status()).as(told.text()).isEqualTo(422);
        assertThat(told.text()).contains("#/challenge");
    }

    @ParameterizedTest
    @ValueSource(strings = {"github", "slack", "stripe"})
    void othersHaveNoHandshakeByGet(String auth) {
        String asked = "?hub.mode=subscribe&hub.challenge=1&hub.verify_token=x&crc_token=abc";

        assertThat(sender.get(path(auth) + asked).status()).isEqualTo(404);
    }

    private String path(String auth) {
        Response made =
                api.caller()
                        .post(
                                "/api/v1/automation/endpoints",
                                "{\"name\":\"A\",\"event_type\":\"a.b\",\"auth\":\"%s\",\"secret\":\"%s\"}"
                                        .formatted(auth, SECRET));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return "/api/v1/automation/in/" + made.member("id");
    }

    private Caller signedByX(String body) {
        return sender.with("X-Twitter-Webhooks-Signature", "sha256=" + base64(body));
    }

    private Caller timed(String prefix, String body) {
        return sender.with(prefix + "-Request-Timestamp", NOW)
                .with(prefix + "-Signature", "v0=" + hex("v0:" + NOW + ":" + body));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(hmac(text));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(hmac(text));
    }

    private static byte[] hmac(String text) {
        return HmacSha256.of(SECRET.getBytes(UTF_8), text.getBytes(UTF_8));
    }
}
