package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.claims.Verifies;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

class EndpointsTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String SECRET = "c2VjcmV0LW9mLWEtdHJpYWw=";
    private static final String BODY = "{\"order_id\":\"1042\"}";

    /** The time of the API under test. */
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final Caller any = caller.with("If-Match", "*");

    @Test
    @Verifies("publishing-endpoints")
    void requestsBecomeEventsOfTheType() {
        Response made = create("{'name':'Orders','event_type':'order.paid'}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String url = made.member("url").substring(TestApi.BASE_URL.length());

        Response told = post(url, "application/json", Map.of(), BODY);

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        EventRecord event = api.published().getFirst();
        assertThat(event.header().type()).isEqualTo("order.paid");
        assertThat(event.header().workspace()).isEqualTo(TestApi.WORKSPACE);
        assertThat(event.payload()).isEqualTo(new EventPublished(BODY, "url_token"));
        assertThat(post(url + "x", "application/json", Map.of(), BODY).code())
                .isEqualTo("endpoint_auth_failed");
        caller.post(ENDPOINTS + "/" + made.member("id") + "/rotate-token");
        assertThat(post(url, "application/json", Map.of(), BODY).status()).isEqualTo(401);
        assertThat(api.published()).hasSize(1);
    }

    @Test
    @Verifies("publishing-endpoints")
    void theTokenIsShownOnceAndKeptAsAHash() {
        String body = "{\"name\":\"Orders\",\"event_type\":\"order.paid\"}";
        Response made = caller.with("Idempotency-Key", "k1").post(ENDPOINTS, body);
        String token = made.member("token");
        String path = ENDPOINTS + "/" + made.member("id");

        assertThat(made.member("url")).endsWith("?token=" + token);
        assertThat(made.header("Cache-Control")).contains("no-transform");
        Response replayed = caller.with("Idempotency-Key", "k1").post(ENDPOINTS, body);
        assertThat(replayed.body().path("token").isNull()).as(replayed.text()).isTrue();
        Response rotated = caller.post(path + "/rotate-token");
        String next = rotated.member("token");
        assertThat(next).hasSize(32).isNotEqualTo(token);
        assertThat(rotated.member("url")).endsWith("?token=" + next);
        Response renamed = any.patch(path, "{\"name\":\"Shop\"}");
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(replayed.text() + renamed.text()).doesNotContain(token, next, "?token");
        assertThat(api.log().events()).hasSize(3);
        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain(token, next);
        assertThat(
                        post(
                                        "/api/v1/automation/in/"
                                                + made.member("id")
                                                + "?token="
                                                + next,
                                        "application/json",
                                        Map.of(),
                                        BODY)
                                .status())
                .isEqualTo(202);
    }

    @Test
    void anEndpointThatComesToNeedATokenGetsItByRotation() {
        Response made =
                create("{'name':'A','event_type':'a.b','auth':'github','secret':'" + SECRET + "'}");
        String path = ENDPOINTS + "/" + made.member("id");
        String in = "/api/v1/automation/in/" + made.member("id");

        assertThat(made.body().path("token").isNull()).isTrue();
        assertThat(any.patch(path, "{\"auth\":\"url_token\"}").status()).isEqualTo(200);
        assertThat(post(in + "?token=", "application/json", Map.of(), BODY).status())
                .isEqualTo(401);
        assertThat(post(in, "application/json", Map.of(), BODY).status()).isEqualTo(401);
        String token = caller.post(path + "/rotate-token").member("token");
        assertThat(post(in + "?token=" + token, "application/json", Map.of(), BODY).status())
                .isEqualTo(202);
    }

    @Test
    void bodiesOfOtherTypesBecomeObjects() {
        String url =
                create("{'name':'A','event_type':'form.sent'}")
                        .member("url")
                        .substring(TestApi.BASE_URL.length());

        post(url, "application/x-www-form-urlencoded", Map.of(), "name=Ana+B&mail=a%40b.c");
        post(url, "text/plain", Map.of(), "hello");
        post(url, "application/json", Map.of(), "[1]");

        assertThat(api.published())
                .extracting(EventRecord::payload)
                .containsExactly(
                        new EventPublished("{\"name\":\"Ana B\",\"mail\":\"a@b.c\"}", "url_token"),
                        new EventPublished("{\"text\":\"hello\"}", "url_token"),
                        new EventPublished("{\"value\":[1]}", "url_token"));
        assertThat(post(url, "application/json", Map.of(), "{").code()).isEqualTo("malformed_json");
    }

    @Test
    void repeatedRequestsAreTheSameEvent() {
        String url =
                create(
                                "{'name':'A','event_type':'order.paid','auth':'github','secret':'%s'}"
                                        .formatted(SECRET))
                        .member("url")
                        .substring(TestApi.BASE_URL.length());
        Map<String, String> signed = headers("github", NOW, BODY);
        Map<String, String> named = new HashMap<>(signed);
        named.put("X-GitHub-Delivery", "72d3162e");

        Response first = post(url, "application/json", named, BODY);
        Response again = post(url, "application/json", named, BODY);

        assertThat(again.member("id")).isEqualTo(first.member("id"));
        assertThat(post(url, "application/json", signed, BODY).member("id"))
                .isNotEqualTo(first.member("id"));
    }

    @ParameterizedTest
    @Verifies("publishing-endpoints")
    @ValueSource(strings = {"github", "meta", "stripe", "shopify", "slack", "standard_webhooks"})
    void aSignedRequestIsAcceptedAndOneByteMoreIsNot(String auth) {
        Response made =
                create(
                        "{'name':'A','event_type':'order.paid','auth':'%s','secret':'%s'}"
                                .formatted(auth, SECRET));
        assertThat(made.text()).doesNotContain(SECRET);
        String path = made.member("url").substring(TestApi.BASE_URL.length());

        assertThat(path).doesNotContain("token");
        assertThat(signed(path, auth, NOW, BODY)).isEqualTo(202);
        assertThat(post(path, "application/json", headers(auth, NOW, BODY), BODY + " ").status())
                .isEqualTo(401);
        assertThat(post(path, "application/json", Map.of(), BODY).status()).isEqualTo(401);
        boolean signsTime = List.of("stripe", "slack", "standard_webhooks").contains(auth);
        assertThat(signed(path, auth, NOW.minusSeconds(301), BODY))
                .isEqualTo(signsTime ? 401 : 202);

        any.patch(ENDPOINTS + "/" + made.member("id"), "{\"secret\":\"b3RoZXI=\"}");
        // Where the sender names what it sends, this is the first event again.
        assertThat(signed(path, auth, NOW, BODY)).as("the former secret").isIn(200, 202);
        any.patch(ENDPOINTS + "/" + made.member("id"), "{\"secret\":\"bW9yZQ==\"}");
        assertThat(signed(path, auth, NOW, BODY)).isEqualTo(401);
    }

    @Test
    void anEndpointThatIsDisabledOrDeletedTakesNothing() {
        Response made = create("{'name':'A','event_type':'order.paid'}");
        String url = made.member("url").substring(TestApi.BASE_URL.length());
        String path = ENDPOINTS + "/" + made.member("id");

        any.patch(path, "{\"enabled\":false}");
        assertThat(post(url, "application/json", Map.of(), BODY).code())
                .isEqualTo("endpoint_disabled");
        assertThat(any.delete(path).status()).isEqualTo(204);
        assertThat(post(url, "application/json", Map.of(), BODY).status()).isEqualTo(404);
    }

    @Test
    void anErrorNamesTheField() {
        assertThat(create("{'name':'A','event_type':'link.created'}").errors())
                .containsExactly("#/event_type reserved_type");
        assertThat(create("{'name':'A','event_type':'a.b','auth':'magic'}").errors())
                .containsExactly("#/auth invalid_value");
        assertThat(create("{'name':'A','event_type':'a.b','auth':'github'}").errors())
                .containsExactly("#/secret required");
        assertThat(create("{'name':'A','event_type':'a.b','auth':'basic','secret':'x'}").errors())
                .containsExactly("#/secret invalid_value");
        assertThat(create("{'name':'A','event_type':'a.b','auth':'header','secret':'x'}").errors())
                .containsExactly("#/secret invalid_value");
        assertThat(create("{}").errors())
                .containsExactly("#/name required", "#/event_type required");
    }

    private int signed(String path, String auth, Instant at, String body) {
        return post(path, "application/json", headers(auth, at, body), body).status();
    }

    private static Map<String, String> headers(String auth, Instant at, String body) {
        long time = at.getEpochSecond();
        return switch (auth) {
            case "github", "meta" ->
                    Map.of("X-Hub-Signature-256", "sha256=" + hex(hmac(SECRET, body)));
            case "shopify" -> Map.of("X-Shopify-Hmac-Sha256", base64(hmac(SECRET, body)));
            case "stripe" ->
                    Map.of(
                            "Stripe-Signature",
                            "t=" + time + ",v1=" + hex(hmac(SECRET, time + "." + body)));
            case "slack" ->
                    Map.of(
                            "X-Slack-Request-Timestamp",
                            Long.toString(time),
                            "X-Slack-Signature",
                            "v0=" + hex(hmac(SECRET, "v0:" + time + ":" + body)));
            default ->
                    Map.of(
                            "webhook-id",
                            "m1",
                            "webhook-timestamp",
                            Long.toString(time),
                            "webhook-signature",
                            "v1,"
                                    + base64(
                                            hmac(
                                                    Base64.getDecoder().decode(SECRET),
                                                    "m1." + time + "." + body)));
        };
    }

    private Response create(String quoted) {
        return caller.post(ENDPOINTS, quoted.replace('\'', '"'));
    }

    private Response post(String path, String type, Map<String, String> headers, String body) {
        Caller sender = api.anonymous();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            sender = sender.with(header.getKey(), header.getValue());
        }
        return sender.send(HttpMethod.POST, path, type, body.getBytes(UTF_8));
    }

    private static byte[] hmac(String key, String content) {
        return hmac(key.getBytes(UTF_8), content);
    }

    private static byte[] hmac(byte[] key, String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
