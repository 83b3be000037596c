package io.postrider.api.auth;

import java.time.Duration;

/** How much the key table is to be trusted. */
public interface KeyFreshness {

    /** How long ago the table last held everything that the log had. */
    Duration age();

    /** Whether everything that was in the log at the start has been read, so that an unknown key is no key. */
    boolean restored();
}
