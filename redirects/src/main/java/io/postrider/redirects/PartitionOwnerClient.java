package io.postrider.redirects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
 * Asks owners for slugs that are unknown here: so many questions at once, of which one network has a share, and one for a slug
 * at a time.
 */
final class PartitionOwnerClient {

    private static final Logger LOGGER = LoggerFactory.getLogger(PartitionOwnerClient.class);
    static final int IN_FLIGHT_MAX = 512;

    /** A visitor who tries slugs at random leaves the questions of others alone. */
    static final int SHARE_MAX = 16;

    private static final int REMEMBERED_MAX = 10_000;
    private static final CompletionStage<Reply> SILENT =
            CompletableFuture.completedStage(new Reply.Silent());
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    // Longer than a link takes to get here by the log would mean that a new link is refused for
    // nothing.
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

    /** What an owner says. */
    sealed interface Reply {

        /** Its newest event. */
        record Known(EventRecord event) implements Reply {}

        /** It has none. */
        record Unknown() implements Reply {}

        /** It was not asked, or did not answer. */
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

    /** Whether there is anybody to ask who has not just said no. */
    boolean worthAsking(String key) {
        return !owners.equals(OwnerLookup.NONE) && unknownThere.getIfPresent(key) == null;
    }

    /**
     * Asks, once for all who want to know the same at a time; never fails.
     *
     * @param address of the visitor, whose network has a share of the questions
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
