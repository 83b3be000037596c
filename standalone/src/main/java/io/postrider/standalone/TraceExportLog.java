package io.postrider.standalone;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what the export of traces logs as lines of the process, without stack traces: a collector may be away for long. */
final class TraceExportLog extends Handler {

    private static final Logger LOGGER = LoggerFactory.getLogger(TraceExportLog.class);

    /** The parent of the loggers of OpenTelemetry, which would not be kept otherwise. */
    private static final java.util.logging.Logger EXPORTS =
            java.util.logging.Logger.getLogger("io.opentelemetry");

    private TraceExportLog() {}

    /** Begins to write. */
    static void install() {
        EXPORTS.setUseParentHandlers(false);
        EXPORTS.addHandler(new TraceExportLog());
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
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
