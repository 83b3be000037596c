package io.postrider.standalone;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the export of traces logs as lines of the process, without stack traces and one in ten minutes: a collector may be
 * away for long, and each batch that it does not take is a warning or two.
 */
final class TraceExportLog extends Handler {

    private static final Logger LOGGER = LoggerFactory.getLogger(TraceExportLog.class);

    /** The parent of the loggers of OpenTelemetry, which would not be kept otherwise. */
    private static final java.util.logging.Logger EXPORTS =
            java.util.logging.Logger.getLogger("io.opentelemetry");

    private static final Duration PAUSE = Duration.ofMinutes(10);

    private final InstantSource clock;
    private Instant next = Instant.MIN;

    TraceExportLog(InstantSource clock) {
        this.clock = clock;
    }

    /** Begins to write. */
    static void install(InstantSource clock) {
        EXPORTS.setUseParentHandlers(false);
        EXPORTS.addHandler(new TraceExportLog(clock));
    }

    @Override
    public synchronized void publish(LogRecord line) {
        Instant now = clock.instant();
        if (line.getLevel().intValue() >= Level.WARNING.intValue() && !now.isBefore(next)) {
            next = now.plus(PAUSE);
            LOGGER.atWarn()
                    .addKeyValue("message", line.getMessage())
                    .addKeyValue("error", String.valueOf(line.getThrown()))
                    .log("Traces are not exported");
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
