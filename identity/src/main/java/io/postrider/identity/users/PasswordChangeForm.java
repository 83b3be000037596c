package io.postrider.identity.users;

import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/**
 * What somebody wants to sign in with from now on.
 *
 * @param proof what he signs in with until then
 */
record PasswordChangeForm(ProofForm proof, String password) {

    /** Where the old password stands. */
    static final String CURRENT = "/current_password";

    /** How long it is to be is said with everything else that is asked of it. */
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
