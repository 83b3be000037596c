package io.postrider.identity.users;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;

/** Reads an e-mail address for sign-in. Its text does not show whether it receives mail, so the check is lenient. */
public final class EmailField {

    static final TextRule RULE = TextRule.line(3, 254);

    private EmailField() {}

    /** The address; empty if it is missing or invalid, which is then a field error. */
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
