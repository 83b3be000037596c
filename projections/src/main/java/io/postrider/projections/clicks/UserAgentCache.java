package io.postrider.projections.clicks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.runtime.limits.HeapBounds;
import org.jspecify.annotations.Nullable;

/** The parsed user agents of one process, shared by the tasks of all partitions and bounded in bytes. */
final class UserAgentCache {

    static final long BYTES_MAX = HeapBounds.USER_AGENTS;

    /** An entry without its header: the cache's node, the record and two strings' heads. */
    private static final int ENTRY_BYTES = 256;

    private final Cache<String, UserAgent> known =
            Caffeine.newBuilder()
                    .maximumWeight(BYTES_MAX)
                    .weigher((String header, UserAgent _) -> bytes(header))
                    .executor(Runnable::run)
                    .build();

    UserAgent of(@Nullable String header) {
        return header == null ? UserAgent.of(null) : known.get(header, UserAgent::of);
    }

    /** The bytes that the entries have together, at most. */
    long bytes() {
        known.cleanUp();
        return known.asMap().keySet().stream().mapToLong(UserAgentCache::bytes).sum();
    }

    /** A header has two bytes for each character at most. */
    private static int bytes(String header) {
        return ENTRY_BYTES + 2 * header.length();
    }
}
