package io.postrider.redirects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.EventRecord;
import io.postrider.web.server.AddressShares;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks owners for slugs that this node does not know: a limited number of requests at the same time, with a share for each
 * network, and one request per slug.
 */
final class PartitionOwnerClient {

    private static final Logger LOGGER = LoggerFactory.getLogger(PartitionOwnerClient.class);
    static final int IN_FLIGHT_MAX = 512;

    /** A visitor who guesses slugs leaves capacity for other visitors. */
    static final int SHARE_MAX = 16;

    private static final int REMEMBERED_MAX = 10_000;
    private static final CompletionStage<Reply> SILENT =
            CompletableFuture.completedStage(new Reply.Silent());
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    // If this were longer than the log's delay, a new link would be rejected for no reason.
    private static final Duration REMEMBERED_FOR = Duration.ofMillis(250);

    private final OwnerLookup owners;
    private final Duration timeout;
    private final Semaphore room = new Semaphore(IN_FLIGHT_MAX);
    private final AddressShares shares = new AddressShares(SHARE_MAX);
    private final Map<String, CompletableFuture<Reply>> asked = new ConcurrentHashMap<>();
    private final Cache<String, Boolean> unknownThere =
            Caffeine.newBuilder()
                    .maximumSize(REMEMBERED_MAX)
                    .expireAfterWrite(REMEMBERED_FOR)
                    .executor(Runnable::run)
                    .build();

    /** The reply of an owner. */
    sealed interface Reply {

        /** Its newest event. */
        record Known(EventRecord event) implements Reply {}

        /** It has none. */
        record Unknown() implements Reply {}

        /** The owner was not asked, or did not reply. */
        record Silent() implements Reply {}
    }

    PartitionOwnerClient(OwnerLookup owners) {
        this(owners, TIMEOUT);
    }

    /** @param timeout of a question */
    PartitionOwnerClient(OwnerLookup owners, Duration timeout) {
        this.owners = owners;
        this.timeout = timeout;
    }

    /** Shows how many requests are in flight, and how many replies are remembered. */
    void show(Bounds bounds) {
        bounds.show("link_look_ups", () -> IN_FLIGHT_MAX - room.availablePermits(), IN_FLIGHT_MAX);
        bounds.show(
                Kind.CACHE,
                "unknown_links_remembered",
                unknownThere::estimatedSize,
                REMEMBERED_MAX);
    }

    /** Whether there is an owner to ask that has not just replied that the key is unknown. */
    boolean worthAsking(String key) {
        return !owners.equals(OwnerLookup.NONE) && unknownThere.getIfPresent(key) == null;
    }

    /**
     * Asks the owner, once for all concurrent callers with the same key; never fails.
     *
     * @param address address of the visitor, whose network has a share of the requests
     */
    CompletionStage<Reply> ask(String key, byte[] address) {
        CompletableFuture<Reply> underWay = asked.get(key);
        if (underWay != null) {
            return underWay;
        }
        if (!shares.tryTake(address)) {
            return SILENT;
        }
        if (!room.tryAcquire()) {
            shares.giveBack(address);
            return SILENT;
        }
        return asked(key, address);
    }

    private CompletionStage<Reply> asked(String key, byte[] address) {
        CompletableFuture<Reply> mine = new CompletableFuture<>();
        CompletableFuture<Reply> underWay = asked.putIfAbsent(key, mine);
        if (underWay != null) {
            free(address);
            return underWay;
        }
        var _ =
                owners.newest(key)
                        .toCompletableFuture()
                        .copy()
                        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .whenComplete((event, failure) -> {
                            Reply reply =
                                    reply(key, failure == null ? event : Optional.empty(), failure);
                            asked.remove(key, mine);
                            free(address);
                            mine.complete(reply);
                        });
        return mine;
    }

    private void free(byte[] address) {
        room.release();
        shares.giveBack(address);
    }

    private Reply reply(String key, Optional<EventRecord> event, @Nullable Throwable failure) {
        if (failure != null) {
            LOGGER.atDebug().addKeyValue("key", key).setCause(failure).log("Owner did not answer");
            return new Reply.Silent();
        }
        if (event.isEmpty()) {
            unknownThere.put(key, true);
            return new Reply.Unknown();
        }
        return new Reply.Known(event.get());
    }
}
