package io.postrider.identity.users;

import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/**
 * The body of a sign-in request.
 *
 * @param code code of the second factor, or a recovery code; empty if there is none
 */
record SignInForm(String email, String password, Optional<String> code) {

    static final TextRule PASSWORD = TextRule.lines(1, 1_000);
    static final TextRule CODE = TextRule.line(6, 40);

    static Validated<SignInForm> read(BodyReader fields) {
        String email = fields.requiredText("email", EmailField.RULE);
        String password = fields.requiredText("password", PASSWORD);
        Optional<String> code = fields.text("code", CODE);
        return fields.checked(() -> new SignInForm(email, password, code));
    }

    @Override
    public String toString() {
        return "SignInForm[]";
    }
}
