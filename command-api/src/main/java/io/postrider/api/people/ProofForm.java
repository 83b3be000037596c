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

    static Checked<ProofForm> read(Fields fields) {
        Optional<String> password = fields.text("password", SignInForm.PASSWORD);
        Optional<String> code = fields.text("code", SignInForm.CODE);
        return fields.checked(() -> new ProofForm("/password", password, code));
    }

    static Checked<ProofForm> passwordAlone(Fields fields) {
        Optional<String> password = fields.text("password", SignInForm.PASSWORD);
        return fields.checked(() -> new ProofForm("/password", password, Optional.empty()));
    }

    @Override
    public String toString() {
        return "ProofForm[]";
    }
}
