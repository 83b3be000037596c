package io.postrider.messaging.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.kafka.Append;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The address that WhatsApp calls. */
class WhatsAppCallbackRoutesTest {

    private static final String BODY = "{\"object\":\"whatsapp_business_account\",\"entry\":[]}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final List<String> kept = new ArrayList<>();
    private Append written = Append.DONE;
    private String hook = "";
    private String id = "";

    @BeforeEach
    void makeAnInstance() {
        api.calls((_, body) -> {
            kept.add(new String(body, UTF_8));
            return CompletableFuture.completedStage(written);
        });
        Response made =
                caller.post(
                        "/api/v1/instances",
                        "{\"name\":\"Support\",\"provider\":\"sandbox\",\"config\":{\"app_secret\":\"first\","
                                + "\"verify_token\":\"own\"}}");
        assertThat(made.status()).isEqualTo(201);
        id = made.member("id");
        String url = made.member("callback_url");
        hook = url.substring(url.indexOf("/hooks/"));
    }

    /** Without them nothing tells that Meta flags a number or disables an account. */
    @Test
    void thePairingNamesTheFieldsThatTheManualSubscribesTo() throws Exception {
        String manual = Files.readString(Path.of("../docs/whatsapp.md"));
        String subscribed = manual.replaceAll("(?s).*and subscribe to (.*?)\\. The\\s.*", "$1");
        List<String> named =
                Pattern.compile("`(\\w+)`")
                        .matcher(subscribed)
                        .results()
                        .map(found -> found.group(1))
                        .toList();

        assertThat(named).contains("account_update", "phone_number_quality_update");
        assertThat(
                        caller.get("/api/v1/instances/" + id + "/pairing")
                                .body()
                                .path("callback_fields")
                                .valueStream()
                                .map(JsonNode::asString))
                .containsExactlyElementsOf(named);
    }

    @Test
    @Verifies("whatsapp-callbacks")
    void aSignedCallIsKeptAsItCame() throws Exception {
        assertThat(call(BODY, sign("first", BODY)).status()).isEqualTo(200);
        assertThat(call("no json", sign("first", "no json")).status()).isEqualTo(200);

        assertThat(kept).containsExactly(BODY, "no json");
    }

    @Test
    @Verifies("whatsapp-callbacks")
    void aCallWithAnotherSignatureIsRefused() throws Exception {
        assertThat(call(BODY, sign("second", BODY)).code()).isEqualTo("invalid_signature");
        assertThat(call(BODY + " ", sign("first", BODY)).code()).isEqualTo("invalid_signature");
        assertThat(call(BODY, "").code()).isEqualTo("invalid_signature");
        assertThat(kept).isEmpty();
    }

    @Test
    @Verifies("whatsapp-callbacks")
    void duringARotationTwoSecretsAreAccepted() throws Exception {
        caller.patch("/api/v1/instances/" + id, "{\"config\":{\"app_secret\":\"second\"}}");

        assertThat(call(BODY, sign("first", BODY)).status()).isEqualTo(200);
        assertThat(call(BODY, sign("second", BODY)).status()).isEqualTo(200);
    }

    @Test
    @Verifies("whatsapp-callbacks")
    void aCallThatCannotBeKeptIsToBeRepeated() throws Exception {
        written = Append.UNCERTAIN;

        assertThat(call(BODY, sign("first", BODY)).status()).isEqualTo(503);
    }

    /** WhatsApp repeats what is answered 503, and this would never be taken. */
    @Test
    void aCallThatTheLogDoesNotTakeIsTooLarge() throws Exception {
        written = Append.TOO_LARGE;

        Response told = call(BODY, sign("first", BODY));

        assertThat(told.status()).isEqualTo(413);
        assertThat(told.code()).isEqualTo("too_large");
        assertThat(told.text()).contains("1,000,000 bytes");
    }

    @Test
    void aCallOfFourMebibytesIsTakenAndALargerOneIsRefusedWithTheLimit() throws Exception {
        String largest = " ".repeat((4 << 20) - BODY.length()) + BODY;
        String larger = " " + largest;

        assertThat(call(largest, sign("first", largest)).status()).isEqualTo(200);
        Response told = call(larger, sign("first", larger));

        assertThat(told.status()).isEqualTo(413);
        assertThat(told.text()).contains("4096 KiB");
        assertThat(kept).containsExactly(largest);
    }

    @Test
    void theHandshakeAnswersTheChallengeForTheVerifyTokenAlone() {
        assertThat(api.anonymous().get(hook + handshake("own")).text()).isEqualTo("1158201444");
        assertThat(api.anonymous().get(hook + handshake("other")).status()).isEqualTo(403);
        assertThat(api.anonymous().get("/hooks/whatsapp/none" + handshake("own")).status())
                .isEqualTo(403);
    }

    private static String handshake(String token) {
        return "?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=" + token;
    }

    private Response call(String body, String signature) {
        return api.anonymous().with("X-Hub-Signature-256", signature).post(hook, body);
    }

    private static String sign(String secret, String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    }
}
