package io.postrider.projections.clicks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.links.PreviewAgents;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The parsed user agents of one process, shared by the tasks of all partitions. They are cached, limited in bytes; unknown ones
 * are truncated and parsed within a time budget, and count as unknown persons beyond it.
 */
final class UserAgentCache {

    static final long BYTES_MAX = HeapBounds.USER_AGENTS;

    /** An entry without its header: the cache's node, the record and the texts of it. */
    private static final int ENTRY_BYTES = 512;

    private final ParseBudget budget;
    private final Cache<String, ParsedUserAgent> known =
            Caffeine.newBuilder()
                    .maximumWeight(BYTES_MAX)
                    .weigher((String header, ParsedUserAgent _) -> bytes(header))
                    .executor(Runnable::run)
                    .build();

    UserAgentCache() {
        this(new ParseBudget(System::nanoTime));
    }

    UserAgentCache(ParseBudget budget) {
        this.budget = budget;
    }

    /** Shows how many bytes are used. */
    void show(Bounds bounds) {
        bounds.show(
                Kind.CACHE,
                "user_agent_bytes",
                () -> known.policy().eviction().orElseThrow().weightedSize().orElse(0),
                BYTES_MAX);
    }

    ParsedUserAgent of(@Nullable String header) {
        if (header == null || header.isBlank()) {
            return ParsedUserAgent.robot("empty");
        }
        String agent =
                header.length() > PreviewAgents.LENGTH_MAX
                        ? header.substring(0, PreviewAgents.LENGTH_MAX)
                        : header;
        ParsedUserAgent kept = known.getIfPresent(agent);
        return kept == null ? read(agent) : kept;
    }

    private ParsedUserAgent read(String agent) {
        ParsedUserAgent read = byName(agent);
        if (read == null) {
            if (budget.isSpent()) {
                return ParsedUserAgent.UNKNOWN;
            }
            AgentParser parser = Loaded.PARSER;
            read = budget.spend(() -> parser.parse(agent));
        }
        known.put(agent, read);
        return read;
    }

    private static @Nullable ParsedUserAgent byName(String agent) {
        String previewer = PreviewAgents.nameIn(agent);
        if (previewer != null) {
            return ParsedUserAgent.preview(previewer);
        }
        String robot = Robots.nameIn(agent);
        return robot == null ? null : ParsedUserAgent.robot(robot);
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

    /** With the first person who clicks: a process without visitors does not have it. */
    private static final class Loaded {

        private static final AgentParser PARSER = new AgentParser();
    }
}
