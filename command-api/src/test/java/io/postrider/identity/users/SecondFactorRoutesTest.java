package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Setting up a device for codes, its recovery codes, and taking it away, with a device that computes its own codes. */
class SecondFactorRoutesTest {

    private static final String PATH = "/api/v1/user/second-factor";
    private static final String ADA = "ada@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private Caller page = api.anonymous();

    @BeforeEach
    void adaIsSignedIn() {
        people.user(ADA);
        page = people.browser(ADA).page();
    }

    private static String proof(String password) {
        return Json.object().put("password", password).toString();
    }

    private static String proof(String password, String code) {
        return Json.object().put("password", password).put("code", code).toString();
    }

    /** What a device shows that knows a secret. */
    private String shown(String secret) {
        try {
            return new TimeBasedOneTimePasswordGenerator()
                    .generateOneTimePasswordString(
                            new SecretKeySpec(new Base32().decode(secret), "RAW"), api.now());
        } catch (InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private Response confirm(Response setup, String code) {
        return page.post(
                PATH + "/confirm",
                Json.object().put("setup", setup.member("setup")).put("code", code).toString());
    }

    private Response signIn(String code) {
        return api.anonymous()
                .post(
                        "/api/v1/session",
                        Json.object()
                                .put("email", ADA)
                                .put("password", PASSWORD)
                                .put("code", code)
                                .toString());
    }

    private static List<String> codes(Response told) {
        return told.body().path("recovery_codes").valueStream().map(c -> c.stringValue()).toList();
    }

    @Test
    void aDeviceIsAskedForAtEverySignInOnceItIsConfirmed() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        assertThat(setup.status()).isEqualTo(200);
        String secret = setup.member("secret");
        assertThat(setup.member("uri"))
                .startsWith("otpauth://totp/Postrider:ada%40example.com?secret=" + secret);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);

        Response confirmed = confirm(setup, shown(secret));

        assertThat(confirmed.status()).isEqualTo(200);
        assertThat(codes(confirmed)).hasSize(10).doesNotHaveDuplicates();
        assertThat(confirmed.header("Cache-Control")).contains("no-transform");
        assertThat(people.signIn(ADA, PASSWORD).code()).isEqualTo("second_factor_required");
        // The code that confirmed it is spent.
        Response again = signIn(shown(secret));
        assertThat(again.code()).isEqualTo("second_factor_wrong");
        assertThat(again.errors()).containsExactly("#/code second_factor_wrong");
        api.advance(Duration.ofSeconds(30));
        assertThat(signIn(shown(secret)).status()).isEqualTo(200);
        assertThat(signIn(codes(confirmed).getFirst()).status()).isEqualTo(200);
        Response user = page.get("/api/v1/user");
        assertThat(user.body().path("second_factor").asBoolean()).isTrue();
        assertThat(user.body().path("recovery_codes_left").asInt()).isEqualTo(9);
        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain(secret)
                .doesNotContain(codes(confirmed).getLast());
    }

    @Test
    @Verifies("second-factor-once")
    void recoveryCodesAreShownOnce() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        page = page.with("Idempotency-Key", "once");
        String code = shown(setup.member("secret"));
        Response first = confirm(setup, code);

        Response again = confirm(setup, code);

        assertThat(first.status()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body().path("recovery_codes").isNull()).isTrue();
        assertThat(again.body().path("secret_available").asBoolean(true)).isFalse();
    }

    @Test
    void aWrongCodeSetsNothingUp() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        String right = shown(setup.member("secret"));
        String wrong = right.startsWith("0") ? "1" + right.substring(1) : "0" + right.substring(1);

        Response told = confirm(setup, wrong);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("second_factor_wrong");
        assertThat(told.errors()).containsExactly("#/code second_factor_wrong");
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
        assertThat(confirm(setup, right).status()).isEqualTo(200);
    }

    @Test
    void guessedCodesAreThrottled() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        String right = shown(setup.member("secret"));
        String wrong = right.startsWith("0") ? "1" + right.substring(1) : "0" + right.substring(1);
        Response told = confirm(setup, wrong);
        for (int i = 0; i < 10 && told.status() == 403; i++) {
            told = confirm(setup, wrong);
        }

        assertThat(told.code()).isEqualTo("too_many_tries");
    }

    @Test
    void aSetUpIsGoodForTenMinutesAndForOneUser() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        Caller adas = page;
        page = people.signedInUser().page();
        assertThat(confirm(setup, shown(setup.member("secret"))).errors())
                .containsExactly("#/setup invalid_setup");
        page = adas;
        api.advance(Duration.ofMinutes(10));
        assertThat(confirm(setup, shown(setup.member("secret"))).errors())
                .containsExactly("#/setup invalid_setup");
    }

    @Test
    void aSecondDeviceTakesNoPlaceOfTheFirst() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        Response other = page.post(PATH + "/setup", proof(PASSWORD));
        assertThat(confirm(setup, shown(setup.member("secret"))).status()).isEqualTo(200);

        assertThat(confirm(other, shown(other.member("secret"))).code())
                .isEqualTo("second_factor_set_up");
        assertThat(page.post(PATH + "/setup", proof(PASSWORD)).code())
                .isEqualTo("second_factor_set_up");
    }

    @Test
    @Verifies("second-factor-once")
    void removalRequiresPasswordAndCode() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        List<String> codes = codes(confirm(setup, shown(setup.member("secret"))));

        assertThat(page.post(PATH + "/disable", proof("wrong", codes.getFirst())).code())
                .isEqualTo("password_wrong");
        assertThat(page.post(PATH + "/disable", proof(PASSWORD)).code())
                .isEqualTo("second_factor_required");
        assertThat(page.post(PATH + "/disable", proof(PASSWORD, "AAAAAAAAAA")).code())
                .isEqualTo("second_factor_wrong");
        // The code that confirmed the device is spent here too.
        assertThat(
                        page.post(PATH + "/disable", proof(PASSWORD, shown(setup.member("secret"))))
                                .code())
                .isEqualTo("second_factor_wrong");
        Response told = page.post(PATH + "/disable", proof(PASSWORD, codes.getFirst()));
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body().path("second_factor").asBoolean(true)).isFalse();
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
        assertThat(page.post(PATH + "/disable", proof(PASSWORD)).code())
                .isEqualTo("second_factor_missing");
    }

    @Test
    void newRecoveryCodesTakeThePlaceOfTheOld() {
        Response setup = page.post(PATH + "/setup", proof(PASSWORD));
        List<String> old = codes(confirm(setup, shown(setup.member("secret"))));

        Response renewed = page.post(PATH + "/recovery-codes", proof(PASSWORD, old.getFirst()));

        assertThat(renewed.status()).isEqualTo(200);
        assertThat(codes(renewed)).hasSize(10).doesNotContainAnyElementsOf(old);
        assertThat(signIn(old.getLast()).code()).isEqualTo("second_factor_wrong");
        assertThat(signIn(codes(renewed).getLast()).status()).isEqualTo(200);
    }

    @Test
    void withoutASecondFactorThereAreNoRecoveryCodes() {
        assertThat(page.post(PATH + "/recovery-codes", proof(PASSWORD)).code())
                .isEqualTo("second_factor_missing");
    }

    @Test
    void enrolmentRequiresThePassword() {
        assertThat(page.post(PATH + "/setup", proof("wrong")).code()).isEqualTo("password_wrong");
        assertThat(page.post(PATH + "/setup", "{}").errors())
                .containsExactly("#/password required");
    }
}
