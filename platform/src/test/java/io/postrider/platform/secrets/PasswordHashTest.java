package io.postrider.platform.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {

    private static final String PASSWORD = "correct horse battery";
    private static final String FORM =
            "\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}";

    private final SecureRandom random = new SecureRandom();

    @Test
    @Verifies("password-hash")
    void aPasswordIsHashedWithArgon2idAtNineteenMebibytesAndTwoPasses() {
        String hash = PasswordHash.of(PASSWORD, random);

        assertThat(hash).matches(FORM).isNotEqualTo(PasswordHash.of(PASSWORD, random));
        assertThat(PasswordHash.matches(PASSWORD, hash)).isTrue();
        assertThat(PasswordHash.matches(PASSWORD + " ", hash)).isFalse();
    }

    /** The reference implementation of Argon2 (phc-winner-argon2) made it. */
    @Test
    @Verifies("password-hash")
    void aHashOfAnotherImplementationIsUnderstood() {
        assertThat(
                        PasswordHash.matches(
                                "password",
                                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"))
                .isTrue();
    }

    @Test
    @Verifies("sign-in-one-answer")
    void theHashOfNoPasswordHasTheSameCost() {
        assertThat(PasswordHash.ofNone(random))
                .matches(FORM)
                .isNotEqualTo(PasswordHash.ofNone(random));
        assertThat(PasswordHash.matches(PASSWORD, PasswordHash.ofNone(random))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "password",
                "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
            })
    void anotherTextIsTheHashOfNoPassword(String hash) {
        assertThat(PasswordHash.matches("password", hash)).isFalse();
    }
}
