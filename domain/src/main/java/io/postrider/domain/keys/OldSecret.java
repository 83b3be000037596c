package io.postrider.domain.keys;

import java.time.Instant;

/**
 * The secret that a rotation replaced, and until when it is still good.
 *
 * @param hash HMAC-SHA-256 of the whole token under the pepper, in hex
 */
public record OldSecret(String hash, int pepperVersion, Instant endsAt) {

    @Override
    public String toString() {
        return "OldSecret[until " + endsAt + "]";
    }
}
