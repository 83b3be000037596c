package io.postrider.platform.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The estimated bytes of each workspace in the replicas in memory. */
public final class HeldBytes {

    private final Map<String, LongAdder> byWorkspace = new ConcurrentHashMap<>();
    private final LongAdder all = new LongAdder();

    /** Counts a resource that takes the place of another one; null for none. */
    public void replace(String workspace, @Nullable Object before, @Nullable Object after) {
        add(workspace, Footprint.of(after) - Footprint.of(before));
    }

    /** Counts bytes, or fewer than before. */
    public void add(String workspace, long bytes) {
        byWorkspace.computeIfAbsent(workspace, _ -> new LongAdder()).add(bytes);
        all.add(bytes);
    }

    /** The bytes of a workspace. */
    public long of(String workspace) {
        LongAdder bytes = byWorkspace.get(workspace);
        return bytes == null ? 0 : bytes.sum();
    }

    /** The bytes of all workspaces. */
    public long all() {
        return all.sum();
    }
}
