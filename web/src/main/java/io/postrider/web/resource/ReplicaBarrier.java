package io.postrider.web.resource;

import io.postrider.platform.offsets.ConsistencyToken;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Waits until the replicas of this node have a write. */
public interface ReplicaBarrier {

    /**
     * Completes with true if the nodes have the write within the time; never fails.
     *
     * @param tenant tenant in whose share of this node's waits it counts
     */
    CompletionStage<Boolean> await(String tenant, ConsistencyToken token, Duration atMost);
}
