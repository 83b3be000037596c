package io.postrider.api.people;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import java.util.Optional;

/**
 * What somebody who is signed in proves again who he is with.
 *
 * @param pointer where the password stands
 */
record ProofForm(String pointer, Optional<String> password, Optional<String> code) {

    /** Where the password stands, unless a new one is asked for beside it. */
    static final String PASSWORD = "/password";

    static Checked<ProofForm> read(Fields fields) {
        Optional<String> password = fields.text("password", SignInForm.PASSWORD);
        Optional<String> code = fields.text("code", SignInForm.CODE);
        return fields.checked(() -> new ProofForm(PASSWORD, password, code));
    }

    static Checked<ProofForm> passwordAlone(Fields fields) {
        Optional<String> password = fields.text("password", SignInForm.PASSWORD);
        return fields.checked(() -> new ProofForm(PASSWORD, password, Optional.empty()));
    }

    @Override
    public String toString() {
        return "ProofForm[]";
    }
}
