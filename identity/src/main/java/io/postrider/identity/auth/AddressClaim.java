package io.postrider.identity.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whose an address, or an account elsewhere, is.
 *
 * @param version of the aggregate of the claim
 * @param claimedAt when it was claimed last
 * @param workspace whose memory it takes: the one that invited the user, for a claim of a join; empty for any other
 */
public record AddressClaim(String userId, long version, Instant claimedAt, String workspace) {

    /** A claim of which no user is known, and which is not over. */
    static AddressClaim ofNone(@Nullable AddressClaim before) {
        return new AddressClaim(
                "",
                before == null ? 0 : before.version(),
                Instant.MAX,
                before == null ? "" : before.workspace());
    }
}
