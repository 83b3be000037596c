package io.postrider.api.events;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Flux;

/**
 * How streams behave.
 *
 * @param poll how often new events are looked for
 * @param heartbeat how often a silent stream says that it is alive
 * @param perKeyMax how many streams one key may have open on this node
 * @param totalMax how many streams may be open on this node
 */
record StreamLimits(Duration poll, Duration heartbeat, int perKeyMax, int totalMax) {

    static final StreamLimits DEFAULT =
            new StreamLimits(Duration.ofMillis(250), Duration.ofSeconds(15), 10, 500);

    /** The streams that are open now. */
    static final class Open {

        private final Map<String, Integer> byKey = new ConcurrentHashMap<>();

        boolean hasRoom(String key, StreamLimits limits) {
            int total = byKey.values().stream().mapToInt(Integer::intValue).sum();
            return total < limits.totalMax() && byKey.getOrDefault(key, 0) < limits.perKeyMax();
        }

        /** The same events, counted as a stream of the key while somebody listens. */
        <T> Flux<T> counted(String key, Flux<T> events) {
            return Flux.using(
                    () -> byKey.merge(key, 1, Integer::sum),
                    _ -> events,
                    _ -> byKey.computeIfPresent(key, (_, n) -> n == 1 ? null : n - 1));
        }
    }
}
