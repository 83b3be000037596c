package io.postrider.identity.users;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;

/**
 * Reads an e-mail address that somebody is to sign in with. Whether mail arrives there nobody can tell from its letters, so
 * little is asked of it.
 */
public final class EmailField {

    static final TextRule RULE = TextRule.line(3, 254);

    private EmailField() {}

    /** The address; empty if it is missing or none, and then noted as such. */
    public static String required(BodyReader fields) {
        String email = fields.requiredText("email", RULE);
        int at = email.lastIndexOf('@');
        boolean isAddress =
                at > 0 && at < email.length() - 1 && email.chars().noneMatch(EmailField::isBlank);
        if (!email.isEmpty() && !isAddress) {
            fields.fault(new FieldError("/email", "invalid_email", "Expected an e-mail address."));
        }
        return email;
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
