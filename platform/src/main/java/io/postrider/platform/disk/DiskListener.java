package io.postrider.platform.disk;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A part that gets each level once, and again until it has accepted it. For one thread at a time. */
final class DiskListener {

    private static final Logger LOGGER = LoggerFactory.getLogger(DiskListener.class);

    private final Consumer<DiskLevel> part;
    private @Nullable DiskLevel noted;
    private boolean failing;

    DiskListener(Consumer<DiskLevel> part) {
        this.part = part;
    }

    /** Reports the level, unless the part has accepted it. */
    void tell(DiskLevel level) {
        if (level == noted) {
            return;
        }
        // A part that throws may have acted on the level in part.
        noted = null;
        try {
            part.accept(level);
            noted = level;
            failing = false;
        } catch (RuntimeException e) {
            if (!failing) {
                LOGGER.atError()
                        .addKeyValue("level", level)
                        .setCause(e)
                        .log("A component failed to handle the disk space level");
            }
            failing = true;
        }
    }
}
