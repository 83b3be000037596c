package io.postrider.api.http;

import io.postrider.runtime.log.ConsistencyToken;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Tells when a write has arrived in what this node keeps itself. */
public interface Arrivals {

    /**
     * Whether it has within the time; it never fails.
     *
     * @param workspace for which it waits: what may wait at once is shared between workspaces
     */
    CompletionStage<Boolean> of(String workspace, ConsistencyToken token, Duration atMost);
}
