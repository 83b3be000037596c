package io.postrider.web.resource;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The newest writes of this node within the last minute, so that reads of the same workspace include them without a {@code
 * Consistency-Token}.
 *
 * <p>A list includes the newest write of its kind. A read by id includes the newest write of that resource if there is one: a
 * token is of one partition, and the newest write of the kind can be in another one.
 */
public final class RecentWrites {

    /** Maximum time that a read waits for a write that its caller did not name. It is then answered without it. */
    static final Duration WAIT_MAX = Duration.ofSeconds(1);

    private static final int ENTRIES_MAX = 10_000;
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final String ALL = "";

    private static final Map<String, Class<?>> KINDS = kinds();

    private final Cache<Scope, ConsistencyToken> writes;

    /** The writes of a kind of resource in a workspace, all of them or those of one resource. */
    private record Scope(String workspace, Class<?> kind, String id) {}

    public RecentWrites(Ticker ticker) {
        writes =
                Caffeine.newBuilder()
                        .maximumSize(ENTRIES_MAX)
                        .expireAfterWrite(KEPT)
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .build();
    }

    /** Shows how many writes are remembered. */
    public void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "recent_writes", writes::estimatedSize, ENTRIES_MAX);
    }

    /** The kind of resource that a query reads. */
    private static Map<String, Class<?>> kinds() {
        Map<String, Class<?>> kinds = new HashMap<>();
        for (AggregateType<?, ?, ?, ?> entry : Catalogue.all()) {
            kinds.put(entry.name(), entry.resource().type());
            kinds.put(entry.name() + "s", entry.resource().type());
        }
        kinds.put(QueryNames.LINK_CLICKS, requireNonNull(kinds.get("link")));
        kinds.put(QueryNames.LINK_STATS, requireNonNull(kinds.get("link")));
        kinds.put(QueryNames.DELIVERIES, requireNonNull(kinds.get("webhook")));
        kinds.put(QueryNames.WEBHOOK_INBOX, requireNonNull(kinds.get("webhook")));
        kinds.put(QueryNames.DELIVERY, requireNonNull(kinds.get("webhook")));
        kinds.put(QueryNames.ATTEMPTS, requireNonNull(kinds.get("webhook")));
        return Map.copyOf(kinds);
    }

    /** Records a write before its response. */
    public void note(EventRecord event, ConsistencyToken token) {
        if (event.payload() instanceof ResourceEvent<?> change) {
            String workspace = event.header().workspace();
            for (String id : new String[] {ALL, change.resource().id()}) {
                writes.asMap()
                        .merge(
                                new Scope(workspace, change.resource().getClass(), id),
                                token,
                                RecentWrites::newer);
            }
        }
    }

    /** Writes of one partition can be noted in another order than the log has them. */
    private static ConsistencyToken newer(ConsistencyToken known, ConsistencyToken next) {
        return known.partition() == next.partition() && known.offset() > next.offset()
                ? known
                : next;
    }

    /** The token of the write that a read has to follow; empty if it has to follow none. */
    public Optional<ConsistencyToken> token(
            String workspace, String question, Map<String, String> parameters) {
        return Optional.ofNullable(KINDS.get(question))
                .flatMap(kind ->
                        Stream.of(
                                        parameters.getOrDefault("id", ALL),
                                        parameters.getOrDefault("webhook_id", ALL),
                                        ALL)
                                .map(id -> writes.getIfPresent(new Scope(workspace, kind, id)))
                                .flatMap(Stream::ofNullable)
                                .findFirst());
    }
}
