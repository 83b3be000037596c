package io.postrider.domain.users;

import java.time.Instant;

/**
 * A signed-in browser; never the value of its cookie.
 *
 * @param hash HMAC-SHA-256 of the cookie's value under the pepper, in hex
 * @param agent the name of the browser at the sign-in
 * @param endsAt the end of the session, however active it is
 */
public record Session(String hash, String agent, Instant startedAt, Instant endsAt) {

    @Override
    public String toString() {
        return "Session[since " + startedAt + "]";
    }
}
