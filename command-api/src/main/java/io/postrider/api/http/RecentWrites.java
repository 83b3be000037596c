package io.postrider.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.schemas.EventRecord;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the writes that were answered here a moment ago stand in the log. Whoever asks for what belongs to a resource
 * right after making it finds it, also without handing in the token of the write.
 */
final class RecentWrites {

    private static final int ENTRIES_MAX = 10_000;
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final Cache<String, Recent> writes =
            Caffeine.newBuilder()
                    .maximumSize(ENTRIES_MAX)
                    .expireAfterWrite(KEPT)
                    .executor(Runnable::run)
                    .build();

    /** Where the last write of a resource stands, and whether it was its end. */
    private record Recent(ConsistencyToken token, boolean deleted) {}

    void note(EventRecord event, ConsistencyToken token) {
        if (event.payload() instanceof ResourceEvent<?> change) {
            writes.put(change.resource().id(), new Recent(token, change.deletes()));
        }
    }

    /** Whether the resource that is asked for was deleted here, which the read models need not know yet. */
    boolean isDeleted(Map<String, String> asked) {
        return find(asked).filter(Recent::deleted).isPresent();
    }

    /** How far the read models must have come to know the resource that is asked for, if it was changed here. */
    Optional<ConsistencyToken> of(Map<String, String> asked) {
        return find(asked).map(Recent::token);
    }

    private Optional<Recent> find(Map<String, String> asked) {
        return Stream.of("id", "webhook_id")
                .flatMap(name -> Optional.ofNullable(asked.get(name)).stream())
                .flatMap(id -> Optional.ofNullable(writes.getIfPresent(id)).stream())
                .findFirst();
    }
}
