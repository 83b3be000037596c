package io.postrider.platform.traces;

import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/** The fields of log lines that name a trace, a request and a workspace; a field whose value is not known is not added. */
public final class LogFields {

    /** The id of a trace. */
    public static final String TRACE = "trace_id";

    /** The id of a request, as its response has it. */
    public static final String REQUEST = "request";

    /** The id of a workspace. */
    public static final String WORKSPACE = "workspace";

    private LogFields() {}

    /** Adds the trace that a header names. */
    public static LoggingEventBuilder trace(
            LoggingEventBuilder line, @Nullable String traceparent) {
        var span = TraceParent.parse(traceparent);
        return span.isValid() ? line.addKeyValue(TRACE, span.getTraceId()) : line;
    }

    /** Adds a field. */
    public static LoggingEventBuilder add(
            LoggingEventBuilder line, String name, @Nullable String value) {
        return value == null || value.isEmpty() ? line : line.addKeyValue(name, value);
    }
}
