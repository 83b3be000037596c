package io.postrider.web.route;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** Waits until this node has applied everything that the log has now, including the writes of other nodes. */
public interface LogEnd {

    /** Completes with true if it has within the time; never fails. */
    Mono<Boolean> reached(Duration atMost);
}
