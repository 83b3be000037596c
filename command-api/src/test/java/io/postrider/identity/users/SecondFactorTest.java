package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sign-in with a second factor: the password alone is not enough, and no code is valid twice. */
class SecondFactorTest {

    private static final String ADA = "ada@example.com";
    private static final String SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private List<String> recoveryCodes = List.of();

    @BeforeEach
    void adaHasADevice() {
        recoveryCodes = people.secondFactor(people.user(ADA), SEED);
    }

    @Test
    @Verifies("second-factor-once")
    void aPasswordAloneIsNotEnough() {
        Response told = signIn("");

        assertThat(told.status()).isEqualTo(401);
        assertThat(told.code()).isEqualTo("second_factor_required");
        assertThat(told.header("Set-Cookie")).isEmpty();
    }

    @Test
    @Verifies("second-factor-once")
    void aCodeIsGoodOnce() throws Exception {
        String code = code();

        Response told = signIn(code);
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body().path("user").path("second_factor").booleanValue()).isTrue();
        assertThat(signIn(code).code()).isEqualTo("second_factor_wrong");

        api.advance(Duration.ofSeconds(30));
        assertThat(signIn(code()).status()).isEqualTo(200);
    }

    @Test
    void aWrongCodeCountsAsAWrongTry() {
        api.peer(new byte[] {10, 0, 0, 9});
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("00000" + i).code()).isEqualTo("second_factor_wrong");
        }

        assertThat(signIn("000005").code()).isEqualTo("too_many_tries");
    }

    @Test
    void wrongCodesAreCountedWhereverTheyComeFrom() throws Exception {
        for (int i = 0; i < 5; i++) {
            api.peer(new byte[] {10, 0, 1, (byte) i});
            assertThat(signIn("00000" + i).code()).isEqualTo("second_factor_wrong");
        }
        api.peer(new byte[] {10, 0, 1, 99});

        Response sixth = signIn(code());
        assertThat(sixth.status()).isEqualTo(429);
        assertThat(sixth.code()).isEqualTo("too_many_tries");
        assertThat(sixth.header("Retry-After")).isEqualTo("1");
        api.advance(Duration.ofSeconds(1));
        assertThat(signIn("00000x").code()).isEqualTo("second_factor_wrong");
        assertThat(signIn(code()).header("Retry-After")).isEqualTo("2");
        api.advance(Duration.ofSeconds(2));
        assertThat(signIn(code()).status()).isEqualTo(200);

        api.advance(Duration.ofSeconds(30));
        assertThat(signIn("00000y").code()).isEqualTo("second_factor_wrong");
        assertThat(signIn(code()).status()).isEqualTo(200);
    }

    /** A client that does not know a user's password cannot lock the user out. */
    @Test
    @Verifies("sign-in-throttle")
    void codesWithAWrongPasswordAreNotCounted() throws Exception {
        for (int i = 0; i < 20; i++) {
            api.peer(new byte[] {10, 0, 2, (byte) i});
            Response told =
                    api.anonymous()
                            .post(
                                    "/api/v1/session",
                                    "{\"email\":\"%s\",\"password\":\"wrong\",\"code\":\"000000\"}"
                                            .formatted(ADA));
            assertThat(told.code()).isEqualTo("sign_in_refused");
        }
        api.peer(new byte[] {10, 0, 2, 99});

        assertThat(signIn(code()).status()).isEqualTo(200);
    }

    @Test
    @Verifies("second-factor-once")
    void aRecoveryCodeIsGoodOnceHoweverItIsTyped() {
        Response told = signIn(recoveryCodes.getFirst().toLowerCase(Locale.ROOT).replace("-", " "));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body().path("user").path("recovery_codes_left").intValue()).isEqualTo(9);
        assertThat(signIn(recoveryCodes.getFirst()).code()).isEqualTo("second_factor_wrong");
        assertThat(signIn(recoveryCodes.getLast()).status()).isEqualTo(200);
    }

    @Test
    void noCodeIsLookedAtBeforeThePasswordIsRight() {
        Response told =
                api.anonymous()
                        .post(
                                "/api/v1/session",
                                "{\"email\":\"%s\",\"password\":\"wrong\",\"code\":\"%s\"}"
                                        .formatted(ADA, recoveryCodes.getFirst()));

        assertThat(told.code()).isEqualTo("sign_in_refused");
        assertThat(signIn(recoveryCodes.getFirst()).status()).isEqualTo(200);
    }

    private Response signIn(String code) {
        String more = code.isEmpty() ? "" : ",\"code\":\"" + code + "\"";
        return api.anonymous()
                .post(
                        "/api/v1/session",
                        "{\"email\":\"%s\",\"password\":\"%s\"%s}"
                                .formatted(ADA, TestPeople.PASSWORD, more));
    }

    /** The code that the device shows now. */
    private String code() throws Exception {
        SecretKeySpec key = new SecretKeySpec(new Base32().decode(SEED), "RAW");
        return new TimeBasedOneTimePasswordGenerator()
                .generateOneTimePasswordString(key, api.now());
    }
}
