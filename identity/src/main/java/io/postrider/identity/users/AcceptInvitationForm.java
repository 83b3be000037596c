package io.postrider.identity.users;

import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/**
 * The body of {@code POST /invitations/accept} without a session.
 *
 * @param name name of a new account
 * @param password password of a new account, or of the account with the invited address
 */
public record AcceptInvitationForm(
        String token, Optional<String> name, String password, Optional<String> code) {

    /** The name of a user. */
    public static final TextRule NAME = TextRule.line(1, 100);

    private static final TextRule PASSWORD = TextRule.lines(1, PasswordRule.LENGTH_MAX);
    private static final TextRule TOKEN = TextRule.line(1, 200);

    static Validated<AcceptInvitationForm> read(BodyReader fields) {
        String token = fields.requiredText("token", TOKEN);
        Optional<String> name = fields.text("name", NAME);
        String password = fields.requiredText("password", PASSWORD);
        Optional<String> code = fields.text("code", SignInForm.CODE);
        return fields.checked(() -> new AcceptInvitationForm(token, name, password, code));
    }

    @Override
    public String toString() {
        return "JoinForm[]";
    }
}
