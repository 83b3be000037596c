package io.postrider.standalone;

import io.postrider.platform.settings.Settings;
import java.time.Duration;

/**
 * The memory of a process's state stores, and the interval of their commits.
 *
 * @param cacheBytes bytes of blocks and write buffers together, outside the heap; half of it for write buffers
 * @param commitInterval commit interval of the decider under load; without load it commits at once
 */
record StoreSettings(long cacheBytes, Duration commitInterval) {

    private static final String CACHE = "POSTRIDER_STORE_CACHE_MB";
    private static final String COMMIT_INTERVAL = "POSTRIDER_COMMIT_INTERVAL_MS";

    static StoreSettings from(Settings settings) {
        return new StoreSettings(
                (long) settings.number(CACHE, 96, 1, 1_000_000) << 20,
                Duration.ofMillis(settings.number(COMMIT_INTERVAL, 100, 20, 1_000)));
    }
}
