package io.postrider.web.resource;

import io.postrider.platform.offsets.ConsistencyToken;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Tells when a write has arrived in what this node keeps itself. */
public interface ReplicaFreshness {

    /**
     * Whether it has within the time; it never fails.
     *
     * @param tenant whose share of the waits of this node it takes
     */
    CompletionStage<Boolean> of(String tenant, ConsistencyToken token, Duration atMost);
}
