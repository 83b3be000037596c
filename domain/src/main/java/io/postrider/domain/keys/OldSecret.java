package io.postrider.domain.keys;

import java.time.Instant;

/**
 * A secret that a rotation replaced; it is valid until {@code endsAt}.
 *
 * @param hash HMAC-SHA-256 of the whole token, in hex, under a pepper that is not in the log
 */
public record OldSecret(String hash, int pepperVersion, Instant endsAt) {

    @Override
    public String toString() {
        return "OldSecret[until " + endsAt + "]";
    }
}
