package io.postrider.identity.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The claim of a user on an e-mail address or on an account at an OpenID Connect provider.
 *
 * @param version version of the claim's aggregate
 * @param claimedAt time of the newest claim
 * @param workspace the workspace that invited the user, which the memory counts for; empty for any other claim
 */
public record AddressClaim(String userId, long version, Instant claimedAt, String workspace) {

    /** A claim without a user that is not released. */
    static AddressClaim ofNone(@Nullable AddressClaim before) {
        return new AddressClaim(
                "",
                before == null ? 0 : before.version(),
                Instant.MAX,
                before == null ? "" : before.workspace());
    }
}
