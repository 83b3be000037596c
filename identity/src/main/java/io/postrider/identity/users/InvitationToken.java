package io.postrider.identity.users;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the link of an invitation carries: which one it is, so that it is found where it is decided on, and a secret.
 *
 * @param secret base62 characters
 */
public record InvitationToken(String workspace, String invitation, String secret) {

    /** 190 bits. */
    public static final int SECRET_LENGTH = 32;

    private static final Pattern TEXT =
            Pattern.compile(
                    "pri_([0-9a-z]{26})_([0-9a-z]{26})_([0-9A-Za-z]{" + SECRET_LENGTH + "})");

    /** The token of a text; empty if it is none that could have been given. */
    static Optional<InvitationToken> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String workspace = "ws_" + parts.group(1);
        String invitation = "inv_" + parts.group(2);
        return Id.isA(IdKind.WS, workspace) && Id.isA(IdKind.INV, invitation)
                ? Optional.of(new InvitationToken(workspace, invitation, parts.group(3)))
                : Optional.empty();
    }

    /** As it is handed over. */
    public String text() {
        return "pri_" + digits(workspace) + "_" + digits(invitation) + "_" + secret;
    }

    private static String digits(String id) {
        return id.substring(id.indexOf('_') + 1);
    }

    @Override
    public String toString() {
        return "InvitationToken[" + invitation + "]";
    }
}
