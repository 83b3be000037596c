package io.postrider.identity.lastseen;

import io.postrider.schemas.LastSeen;
import java.time.Instant;

/** What other nodes have seen. */
public final class RemoteNode {

    private RemoteNode() {}

    /** Another node has let a session in. */
    public static void session(LastSeenTracker lastSeen, String hash, Instant at) {
        lastSeen.apply(new LastSeen("session/" + hash, at, null));
    }

    /** Another node has let in one secret of a key after the other. */
    public static void rotations(LastSeenTracker lastSeen, String keyId, int number, Instant at) {
        for (int i = 0; i < number; i++) {
            lastSeen.apply(new LastSeen(LastSeenTracker.ofKey(keyId, hash(i)), at, null));
        }
    }

    /** The hash of a secret by its number. */
    static String hash(int secret) {
        return "%016x".formatted(secret);
    }
}
