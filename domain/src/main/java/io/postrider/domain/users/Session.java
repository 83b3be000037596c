package io.postrider.domain.users;

import java.time.Instant;

/**
 * One signed-in browser; never what its cookie holds.
 *
 * @param hash HMAC-SHA-256 of the cookie's value under the pepper, in hex
 * @param agent what the browser called itself when it signed in
 * @param endsAt however busy it is
 */
public record Session(String hash, String agent, Instant startedAt, Instant endsAt) {

    @Override
    public String toString() {
        return "Session[since " + startedAt + "]";
    }
}
