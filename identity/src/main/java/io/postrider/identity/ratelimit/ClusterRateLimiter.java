package io.postrider.identity.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.identity.ratelimit.RateWindow.Terms;
import io.postrider.identity.ratelimit.RateWindow.Turn;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.QuotaUse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Counts the requests of each caller in windows of a minute, on all nodes together: together, the nodes exceed a quota by at
 * most a twentieth of it, or by one request for each node beyond the first if that is more. With one node, no request waits.
 */
public final class ClusterRateLimiter {

    private static final int CALLERS_MAX = 100_000;
    private static final int PARTS = 20;
    private static final long HEARD_MILLIS = 2 * RateWindow.WINDOW_MILLIS;
    private static final Duration PATIENCE = Duration.ofMillis(RateWindow.PATIENCE_MILLIS);

    private final InstantSource clock;
    private final String node;
    private final boolean alone;
    private final Cache<String, RateWindow> tallies =
            Caffeine.newBuilder()
                    .maximumSize(CALLERS_MAX)
                    .expireAfterAccess(Duration.ofMinutes(2))
                    .executor(Runnable::run)
                    .build();
    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> urgent = new LinkedBlockingQueue<>();
    private final Map<String, Long> heard = new ConcurrentHashMap<>();

    /** The number of nodes that authenticate requests, this one included. */
    private volatile int nodes;

    /**
     * @param node id of this node
     * @param alone whether this is the only node
     */
    public ClusterRateLimiter(InstantSource clock, String node, boolean alone) {
        this.clock = clock;
        this.node = node;
        this.alone = alone;
        this.nodes = fewest();
    }

    /** Shows how many callers are known. */
    public void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "rate_limited_callers", tallies::estimatedSize, CALLERS_MAX);
    }

    private int fewest() {
        return alone ? 1 : 2;
    }

    /**
     * The state of a caller's limit after a request.
     *
     * @param granted whether the request is within the limit
     * @param left requests left in this minute, as far as this node knows
     * @param resetMillis milliseconds until the next minute begins
     */
    public record Standing(boolean granted, int left, long resetMillis) {}

    /** Counts a request; completes at once unless counts of other nodes are needed first, and then within a second. */
    public Mono<Standing> take(String caller, int quota) {
        RateWindow tally = tally(caller);
        return switch (turn(caller, tally, quota)) {
            case Turn.Granted granted ->
                    Mono.just(new Standing(true, granted.left(), granted.resetMillis()));
            case Turn.Spent spent -> Mono.just(new Standing(false, 0, spent.resetMillis()));
            case Turn.Later later ->
                    later(later.next()).then(Mono.defer(() -> take(caller, quota)));
        };
    }

    private static Mono<Void> later(CompletableFuture<Void> next) {
        return Mono.fromFuture(next, true)
                .publishOn(Schedulers.parallel())
                .timeout(PATIENCE, Mono.empty(), Schedulers.parallel());
    }

    private Turn turn(String caller, RateWindow tally, int quota) {
        Turn turn = tally.take(clock.millis(), terms(quota));
        if (turn instanceof Turn.Granted granted) {
            changed.add(caller);
            if (granted.tell()) {
                urgent.add(caller);
            }
        }
        return turn;
    }

    private Terms terms(int quota) {
        int all = nodes;
        int part = Math.max(1, quota / (PARTS * Math.max(1, all - 1)));
        int untold = Math.max(1, part / 2);
        return alone
                ? new Terms(quota, Integer.MAX_VALUE, quota, untold)
                : new Terms(quota, part, Math.max(1, quota / all), untold);
    }

    private RateWindow tally(String caller) {
        return tallies.get(caller, known -> new RateWindow(known, node));
    }

    /** Applies a record of the log. */
    void apply(QuotaUse use) {
        long now = clock.millis();
        heard.put(use.node(), now);
        CompletableFuture<Void> waiting = tally(use.caller()).apply(use, now);
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    /** The counts to publish at once; waits for them up to the given time. */
    List<QuotaUse> urgent(Duration atMost) throws InterruptedException {
        String first = urgent.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) {
            return List.of();
        }
        Collection<String> callers = new ArrayList<>(List.of(first));
        urgent.drainTo(callers);
        return told(callers);
    }

    /** All counts that the log does not have yet; also counts the nodes again. */
    List<QuotaUse> all() {
        long since = clock.millis() - HEARD_MILLIS;
        heard.values().removeIf(at -> at < since);
        long others = heard.keySet().stream().filter(one -> !one.equals(node)).count();
        nodes = Math.max(fewest(), (int) others + 1);
        List<String> callers = List.copyOf(changed);
        return told(callers);
    }

    private List<QuotaUse> told(Collection<String> callers) {
        changed.removeAll(Set.copyOf(callers));
        return callers.stream()
                .map(caller -> Optional.ofNullable(tally(caller).tell()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** A write to the log failed. */
    void untold(QuotaUse use) {
        tally(use.caller()).untold();
        changed.add(use.caller());
    }
}
