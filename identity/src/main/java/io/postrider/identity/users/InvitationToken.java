package io.postrider.identity.users;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The token in the link of an invitation: ids of workspace and invitation, so that the command goes to their partition, and a
 * secret.
 *
 * @param secret base62 characters
 */
public record InvitationToken(String workspace, String invitation, String secret) {

    /** 190 bits. */
    public static final int SECRET_LENGTH = 32;

    private static final Pattern TEXT =
            Pattern.compile(
                    "pri_([0-9a-z]{26})_([0-9a-z]{26})_([0-9A-Za-z]{" + SECRET_LENGTH + "})");

    /** Parses a token; empty if the text is not a token. */
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

    /** The text of the token in the link. */
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
