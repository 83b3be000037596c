package io.postrider.domain.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the sender of a received message made of it afterwards.
 *
 * @param providerId of the edit or of the revocation
 * @param content what is said now, as ciphertext like that of the message; null for nothing, since the message was revoked
 * @param at by the clock of the provider
 */
public record Revision(String providerId, @Nullable String content, Instant at) {

    /** Whether the message was taken back. */
    public boolean revokes() {
        return content == null;
    }
}
