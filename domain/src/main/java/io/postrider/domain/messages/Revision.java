package io.postrider.domain.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A later edit or revocation of a received message by its sender.
 *
 * @param providerId the provider's id of the edit or revocation
 * @param content the new content, as ciphertext like that of the message; null if the message was revoked
 * @param at the time of the revision, by the clock of the provider
 */
public record Revision(String providerId, @Nullable String content, Instant at) {

    /** Whether the message was revoked. */
    public boolean revokes() {
        return content == null;
    }
}
