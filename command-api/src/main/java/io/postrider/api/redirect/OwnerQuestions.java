package io.postrider.api.redirect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.schemas.EventRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks owners for slugs that are unknown here, but not too many at once and not for the same slug again and again. */
final class OwnerQuestions {

    private static final Logger LOGGER = LoggerFactory.getLogger(OwnerQuestions.class);
    private static final int IN_FLIGHT_MAX = 64;
    private static final int REMEMBERED_MAX = 10_000;
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    // Longer than a link takes to get here by the log would mean that a new link is refused for
    // nothing.
    private static final Duration REMEMBERED_FOR = Duration.ofMillis(250);

    private final OwnerLookup owners;
    private final Duration timeout;
    private final Semaphore room = new Semaphore(IN_FLIGHT_MAX);
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

    OwnerQuestions(OwnerLookup owners) {
        this(owners, TIMEOUT);
    }

    /** @param timeout of a question */
    OwnerQuestions(OwnerLookup owners, Duration timeout) {
        this.owners = owners;
        this.timeout = timeout;
    }

    /** Whether there is anybody to ask who has not just said no. */
    boolean worthAsking(String key) {
        return !owners.equals(OwnerLookup.NOBODY) && unknownThere.getIfPresent(key) == null;
    }

    /** Asks; never fails. */
    CompletionStage<Reply> ask(String key) {
        if (!room.tryAcquire()) {
            return CompletableFuture.completedStage(new Reply.Silent());
        }
        return owners.newest(key)
                .toCompletableFuture()
                .copy()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .handle((event, failure) -> {
                    room.release();
                    return reply(key, failure == null ? event : Optional.empty(), failure);
                });
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
