package io.postrider.identity.users;

import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/**
 * What somebody who is signed in proves again who he is with.
 *
 * @param pointer where the password stands
 */
record ProofForm(String pointer, Optional<String> password, Optional<String> code) {

    /** Where the password stands, unless a new one is asked for beside it. */
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
