package io.postrider.web.route;

import java.time.Duration;
import reactor.core.publisher.Mono;

/** Tells when this node has applied all that the log holds now, the writes of other nodes included. */
public interface LogEnd {

    /** Whether it has within the time; it never fails. */
    Mono<Boolean> reached(Duration atMost);
}
