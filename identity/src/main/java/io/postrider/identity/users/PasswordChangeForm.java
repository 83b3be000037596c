package io.postrider.identity.users;

import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/**
 * The body of a change of the password.
 *
 * @param proof the present credentials
 */
record PasswordChangeForm(ProofForm proof, String password) {

    /** The JSON pointer of the present password. */
    static final String CURRENT = "/current_password";

    /** The minimum length is checked together with the other rules of a password. */
    private static final TextRule NEW = TextRule.lines(1, SignInForm.PASSWORD.lengthMax());

    static Validated<PasswordChangeForm> read(BodyReader fields) {
        Optional<String> current = fields.text("current_password", SignInForm.PASSWORD);
        String password = fields.requiredText("new_password", NEW);
        return fields.checked(() ->
                new PasswordChangeForm(
                        new ProofForm(CURRENT, current, Optional.empty()), password));
    }

    @Override
    public String toString() {
        return "PasswordChangeForm[]";
    }
}
