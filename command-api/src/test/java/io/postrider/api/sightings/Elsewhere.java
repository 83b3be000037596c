package io.postrider.api.sightings;

import io.postrider.schemas.Sighting;
import java.time.Instant;

/** What other nodes have seen. */
public final class Elsewhere {

    private Elsewhere() {}

    /** Another node has let a session in. */
    public static void session(Sightings sightings, String hash, Instant at) {
        sightings.apply(new Sighting("session/" + hash, at, null));
    }
}
