package io.postrider.identity.users;

import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/**
 * The credentials with which a signed-in user authenticates again.
 *
 * @param pointer JSON pointer of the password
 */
record ProofForm(String pointer, Optional<String> password, Optional<String> code) {

    /** The JSON pointer of the password, unless a new password is in the same body. */
    static final String PASSWORD = "/password";

    static Validated<ProofForm> read(BodyReader fields) {
        Optional<String> password = fields.text("password", SignInForm.PASSWORD);
        Optional<String> code = fields.text("code", SignInForm.CODE);
        return fields.checked(() -> new ProofForm(PASSWORD, password, code));
    }

    static Validated<ProofForm> passwordAlone(BodyReader fields) {
        Optional<String> password = fields.text("password", SignInForm.PASSWORD);
        return fields.checked(() -> new ProofForm(PASSWORD, password, Optional.empty()));
    }

    @Override
    public String toString() {
        return "ProofForm[]";
    }
}
