package io.postrider.web.resource;

import io.postrider.platform.offsets.ConsistencyToken;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Waits until the replicas of this node have a write. */
public interface ReplicaBarrier {

    /**
     * Whether they have it within the time; it never fails.
     *
     * @param tenant whose share of the waits of this node it takes
     */
    CompletionStage<Boolean> await(String tenant, ConsistencyToken token, Duration atMost);
}
