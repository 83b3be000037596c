package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.FieldError;
import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordRuleTest {

    @ParameterizedTest
    @Verifies("password-rule")
    @ValueSource(
            strings = {
                "password",
                "12345678",
                "Passw0rd!",
                "qwertyuiop",
                "aaaaaaaaaaaaaaaa",
                "postrider",
                "ada@example.com"
            })
    void commonPasswordsCannotBeChosen(String password) {
        assertThat(PasswordRule.objection("/password", password, "ada@example.com"))
                .map(FieldError::code)
                .hasValue("too_common");
    }

    @ParameterizedTest
    @Verifies("password-rule")
    @ValueSource(strings = {"correct horse battery", "Wuchtiger Ölkuchen 7", "漢字のパスワードです長い"})
    void anythingElseCan(String password) {
        assertThat(PasswordRule.objection("/password", password, "ada@example.com")).isEmpty();
    }

    @Test
    void charactersAreCountedAsPeopleCountThem() {
        String wide = "😀";

        assertThat(PasswordRule.objection("/p", wide.repeat(7), ""))
                .map(FieldError::code)
                .hasValue("invalid_length");
        assertThat(PasswordRule.objection("/p", "x".repeat(201), ""))
                .map(FieldError::code)
                .hasValue("invalid_length");
    }
}
