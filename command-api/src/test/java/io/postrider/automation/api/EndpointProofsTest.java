package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.automation.publishing.InboundHandshakeTest;
import io.postrider.platform.secrets.HmacSha256;
import io.postrider.platform.secrets.HubSignature;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.claims.Verifies;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several proofs at one endpoint, of which any one does. */
class EndpointProofsTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String KEY = "c2VjcmV0LW9mLWEtdHJpYWw=";
    private static final String BODY = "{\"n\":1}";

    /** The time of the API under test, in seconds. */
    private static final String NOW = "1795168800";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller outside = InboundHandshakeTest.sender(api);

    @Test
    @Verifies("publishing-endpoints")
    void anyOneDoesAndTheDeliveryNamesIt() {
        Response made =
                created(
                        "[{\"auth\":\"meta\",\"secret\":\"m\"},{\"name\":\"relay\",\"auth\":\"header\",\"secret\":\"Authorization: Bearer abc\"},"
                                + "{\"auth\":\"api_key\"},{\"auth\":\"url_token\"},{\"auth\":\"basic\",\"secret\":\"a:b\"}]");
        String path = in(made);

        assertThat(made.body().path("proofs").findValuesAsString("name"))
                .containsExactly("meta", "relay", "api_key", "url_token", "basic");
        assertThat(made.member("auth")).isEqualTo("meta");
        assertThat(hub("m").post(path, BODY).status()).isEqualTo(202);
        assertThat(outside.with("Authorization", "Bearer abc").post(path, BODY).status())
                .isEqualTo(202);
        assertThat(api.caller().post(path, BODY).status()).isEqualTo(202);
        assertThat(outside.post(path + "?token=" + made.member("token"), BODY).status())
                .isEqualTo(202);
        String basic = Base64.getEncoder().encodeToString("a:b".getBytes(UTF_8));
        assertThat(outside.with("Authorization", "Basic " + basic).post(path, BODY).status())
                .isEqualTo(202);
        assertThat(proofs()).containsExactly("meta", "relay", "api_key", "url_token", "basic");
        api.log().happen(api.published());
        Response listed = api.caller().get(ENDPOINTS + "/" + made.member("id") + "/deliveries");
        assertThat(listed.body().path("data").findValuesAsString("proof"))
                .as(listed.text())
                .containsExactly("basic", "url_token", "api_key", "relay", "meta");
    }

    @Test
    void rejectionsListTheTriedProofs() {
        Response made =
                created(
                        "[{\"auth\":\"header\",\"secret\":\"X-Shop: abc\"},{\"auth\":\"basic\",\"secret\":\"a:b\"},{\"auth\":\"api_key\"}]");

        Response told = outside.with("X-Shop", "planted").post(in(made), BODY);
        Response wrongKey = outside.with("Authorization", "Bearer planted").post(in(made), BODY);

        assertThat(told.code()).isEqualTo("endpoint_auth_failed");
        assertThat(told.header("WWW-Authenticate")).startsWith("Basic");
        assertThat(wrongKey.code()).isEqualTo("unauthorized");
        assertThat(api.rejected()).hasSize(2);
        assertThat(api.rejected().toString()).doesNotContain("planted");
    }

    @Test
    @Verifies("publishing-endpoints")
    void aSecretIsRotatedWithAnOverlap() {
        Response made = create("\"auth\":\"github\",\"secret\":\"old\"");
        String path = in(made);

        patch(
                made,
                "[{\"name\":\"github\","
                        + "\"auth\":\"github\"},{\"name\":\"next\",\"auth\":\"github\",\"secret\":\"new\"}]");
        assertThat(hub("old").post(path, BODY).status()).isEqualTo(202);
        assertThat(hub("new").post(path, BODY).status()).isEqualTo(202);
        Response last = patch(made, "[{\"name\":\"next\",\"auth\":\"github\"}]");

        assertThat(hub("old").post(path, BODY).status()).isEqualTo(401);
        assertThat(hub("new").post(path, BODY).status()).isEqualTo(202);
        assertThat(last.text()).doesNotContain("\"new\"", "\"old\"");
        assertThat(proofs()).containsExactly("github", "next", "next");
    }

    /** As before there were lists. */
    @Test
    void aSecretThatIsReplacedIsAcceptedUntilTheProofsAreListed() {
        Response made = create("\"auth\":\"github\",\"secret\":\"old\"");

        edit(made, "{\"secret\":\"new\"}");
        assertThat(hub("old").post(in(made), BODY).status()).isEqualTo(202);
        assertThat(proofs()).containsExactly("github-former");
        patch(made, "[{\"name\":\"github\",\"auth\":\"github\"}]");

        assertThat(hub("old").post(in(made), BODY).status()).isEqualTo(401);
        assertThat(hub("new").post(in(made), BODY).status()).isEqualTo(202);
    }

    /** Each sender names its events in its own way; the others say nothing by the same member. */
    @Test
    void theProofDeterminesTheSendersId() {
        Response made =
                created(
                        "[{\"auth\":\"github\",\"secret\":\"g\"},{\"name\":\"relay\",\"auth\":\"header\",\"secret\":\"X-Relay: abc\"}]");
        Caller github = hub("g").with("X-GitHub-Delivery", "d1");
        Caller relay = outside.with("X-Relay", "abc").with("X-GitHub-Delivery", "d1");

        assertThat(github.post(in(made), BODY).status()).isEqualTo(202);
        assertThat(github.post(in(made), BODY).status()).isEqualTo(200);
        assertThat(relay.post(in(made), BODY).status()).isEqualTo(202);
        assertThat(relay.post(in(made), BODY).status()).isEqualTo(202);
    }

    @Test
    void eachSenderIsAnsweredItsHandshake() {
        Response made =
                created(
                        "[{\"auth\":\"api_key\"},{\"auth\":\"x\",\"secret\":\"k\"},{\"auth\":\"meta\",\"secret\":\"m\"}]");
        String id = made.member("id");

        Response crc = outside.get(in(made) + "?crc_token=abc");
        Response challenge =
                outside.get(
                        in(made) + "?hub.mode=subscribe&hub.challenge=12&hub.verify_token=" + id);

        assertThat(crc.member("response_token")).startsWith("sha256=");
        assertThat(challenge.text()).isEqualTo("12");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "[] | #/proofs invalid_value",
                "null | #/proofs not_nullable",
                "{} | #/proofs invalid_type",
                "[{}] | #/proofs/0/auth required",
                "[null] | #/proofs/0 required",
                "[{\"auth\":\"magic\"}] | #/proofs/0/auth invalid_value",
                "[{\"auth\":\"github\"}] | #/proofs/0/secret required",
                "[{\"auth\":\"api_key\"},{\"auth\":\"github\"}] | #/proofs/1/secret required",
                "[{\"auth\":\"api_key\"},{\"auth\":\"basic\",\"secret\":\"x\"}] | #/proofs/1/secret invalid_value",
                "[{\"auth\":\"custom\",\"secret\":\"x\"}] | #/proofs/0/signature required",
                "[{\"auth\":\"custom\",\"secret\":\"x\",\"signature\":{\"header\":\"a b\"}}] | #/proofs/0/signature/header invalid_value",
                "[{\"auth\":\"api_key\"},{\"auth\":\"api_key\"}] | #/proofs/1/auth invalid_value",
                "[{\"auth\":\"meta\",\"secret\":\"a\",\"name\":\"n\"},{\"auth\":\"meta\",\"secret\":\"b\",\"name\":\"n\"}] | #/proofs/1/name invalid_value",
                "[{\"auth\":\"meta\",\"secret\":\"a\",\"name\":\"\"}] | #/proofs/0/name invalid_length",
                "[{\"auth\":\"meta\",\"token\":\"a\"}] | #/proofs/0/token unknown_field",
                "[{\"auth\":\"x\",\"secret\":\"1\"},{\"auth\":\"x\",\"secret\":\"2\"},{\"auth\":\"x\",\"secret\":\"3\"},{\"auth\":\"x\",\"secret\":\"4\"},{\"auth\":\"x\",\"secret\":\"5\"},{\"auth\":\"x\",\"secret\":\"6\"}] | #/proofs too_many"
            })
    void errorsAreNamed(String proofs, String error) {
        assertThat(create("\"proofs\":" + proofs).errors()).containsExactly(error);
    }

    @Test
    void proofsAreGivenInOneWay() {
        assertThat(create("\"auth\":\"api_key\",\"proofs\":[{\"auth\":\"url_token\"}]").errors())
                .containsExactly("#/proofs invalid_value");
    }

    @Test
    void proofsOfOneKindHaveNamesOfTheirOwn() {
        Response made =
                created(
                        "[{\"auth\":\"x\",\"secret\":\"1\"},{\"auth\":\"x\",\"secret\":\"2\"},{\"auth\":\"x\",\"secret\":\"3\",\"name\":\"x-2\"}]");

        assertThat(made.body().path("proofs").findValuesAsString("name"))
                .containsExactly("x", "x-3", "x-2");
    }

    @Test
    void theSecretOfAnotherFormIsNotKept() {
        Response made = created("[{\"name\":\"a\",\"auth\":\"github\",\"secret\":\"s\"}]");

        Response told =
                api.caller()
                        .with("If-Match", "*")
                        .patch(
                                ENDPOINTS + "/" + made.member("id"),
                                "{\"proofs\":[{\"name\":\"a\",\"auth\":\"basic\"}]}");

        assertThat(told.errors()).containsExactly("#/proofs/0/secret required");
    }

    @Test
    void noSecretIsInTheLogOrInAnAnswer() {
        Response made =
                created(
                        "[{\"auth\":\"github\",\"secret\":\"planted-1\"},{\"auth\":\"meta\",\"secret\":\"planted-2\"}]");

        assertThat(made.text() + api.log().events() + api.log().commands())
                .doesNotContain("planted");
    }

    /** An id that no signature covers is anyone's. */
    @ParameterizedTest
    @CsvSource({
        "svix,webhook-id",
        "svix,Idempotency-Key",
        "svix,ce-id",
        "webhook,svix-id",
        "webhook,ce-id"
    })
    void anUnsignedIdBesideTheSignedOneMakesNoOtherEvent(String signer, String header) {
        Response made =
                created("[{\"auth\":\"standard_webhooks\",\"secret\":\"whsec_" + KEY + "\"}]");
        Caller sender = outside.with(standard(signer, "m1", BODY));

        Response first = sender.post(in(made), BODY);
        Response again = sender.with(header, "other").post(in(made), BODY);

        assertThat(first.status()).as(first.text()).isEqualTo(202);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.member("id")).isEqualTo(first.member("id"));
        assertThat(outside.with(standard(signer, "m2", BODY)).post(in(made), BODY).status())
                .isEqualTo(202);
    }

    @Test
    void anUnsignedIdIsNotTheNameOfAnEventThatTheSignedBodyNames() {
        Response made = created("[{\"auth\":\"slack\",\"secret\":\"s\"}]");
        String body = "{\"event_id\":\"Ev1\"}";
        String signed = "v0:" + NOW + ":" + body;
        String code = HubSignature.of("s", signed.getBytes(UTF_8)).substring("sha256=".length());
        Caller slack =
                outside.with("X-Slack-Request-Timestamp", NOW)
                        .with("X-Slack-Signature", "v0=" + code);

        assertThat(slack.post(in(made), body).status()).isEqualTo(202);
        assertThat(slack.with("ce-id", "other").post(in(made), body).status()).isEqualTo(200);
    }

    private static Map<String, String> standard(String sender, String id, String body) {
        byte[] code =
                HmacSha256.of(
                        Base64.getDecoder().decode(KEY),
                        (id + "." + NOW + "." + body).getBytes(UTF_8));
        return Map.of(
                sender + "-id",
                id,
                sender + "-timestamp",
                NOW,
                sender + "-signature",
                "v1," + Base64.getEncoder().encodeToString(code));
    }

    private List<String> proofs() {
        return api.published().stream().map(EndpointProofsTest::proof).toList();
    }

    private static String proof(EventRecord event) {
        EventPublished payload = (EventPublished) Objects.requireNonNull(event.payload());
        return String.valueOf(payload.proof());
    }

    private Caller hub(String secret) {
        return outside.with(HubSignature.HEADER, HubSignature.of(secret, BODY.getBytes(UTF_8)));
    }

    private Response patch(Response made, String proofs) {
        return edit(made, "{\"proofs\":" + proofs + "}");
    }

    private Response edit(Response made, String body) {
        Response told =
                api.caller().with("If-Match", "*").patch(ENDPOINTS + "/" + made.member("id"), body);
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        return told;
    }

    private Response create(String members) {
        return api.caller()
                .post(ENDPOINTS, "{\"name\":\"A\",\"event_type\":\"a.b\"," + members + "}");
    }

    private Response created(String proofs) {
        Response made = create("\"proofs\":" + proofs);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String in(Response made) {
        return "/api/v1/automation/in/" + made.member("id");
    }
}
