package io.postrider.domain.kernel;

import java.time.Instant;
import java.util.Optional;

/** A resource that leaves the lists some days after it is over. Its events stay. */
public interface ExpiringResource extends Resource {

    /** A time from which on it counts as over; empty while something is still to be done with it. */
    Optional<Instant> overSince();
}
