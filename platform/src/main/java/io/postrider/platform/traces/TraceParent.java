package io.postrider.platform.traces;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The header {@code traceparent} of W3C Trace Context, in requests and in records. */
public final class TraceParent {

    /** The name of the header. */
    public static final String HEADER = "traceparent";

    private static final int LENGTH = 55;
    private static final int TRACE_AT = 3;
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final String UNKNOWN_VERSION = "ff";
    private static final String VERSION = "00";

    private TraceParent() {}

    /** The header of a request; null if it has none, or several, which are not valid together. */
    public static @Nullable String given(List<String> values) {
        return values.size() == 1 ? values.getFirst() : null;
    }

    /** The span that a header names; an invalid one if there is no header or it does not follow the specification. */
    public static SpanContext parse(@Nullable String text) {
        if (text == null || !hasForm(text)) {
            return SpanContext.getInvalid();
        }
        return SpanContext.createFromRemoteParent(
                text.substring(TRACE_AT, SPAN_AT - 1),
                text.substring(SPAN_AT, FLAGS_AT - 1),
                TraceFlags.fromHex(text, FLAGS_AT),
                TraceState.getDefault());
    }

    /** A later version may have further fields, which are ignored. */
    private static boolean hasForm(String text) {
        if (text.length() < LENGTH || text.charAt(2) != '-' || text.startsWith(UNKNOWN_VERSION)) {
            return false;
        }
        boolean ends =
                text.startsWith(VERSION)
                        ? text.length() == LENGTH
                        : text.length() == LENGTH || text.charAt(LENGTH) == '-';
        return ends
                && isHex(text, 0)
                && isHex(text, FLAGS_AT)
                && text.charAt(SPAN_AT - 1) == '-'
                && text.charAt(FLAGS_AT - 1) == '-'
                && TraceId.isValid(text.substring(TRACE_AT, SPAN_AT - 1))
                && SpanId.isValid(text.substring(SPAN_AT, FLAGS_AT - 1));
    }

    private static boolean isHex(String text, int at) {
        return Character.digit(text.charAt(at), 16) >= 0
                && Character.digit(text.charAt(at + 1), 16) >= 0
                && !Character.isUpperCase(text.charAt(at))
                && !Character.isUpperCase(text.charAt(at + 1))
                && text.charAt(at) < 128
                && text.charAt(at + 1) < 128;
    }

    /** The header for what a header leads to, without the fields that a later version may add; null for an invalid one. */
    public static @Nullable String continued(@Nullable String text) {
        return text(parse(text));
    }

    /** The header that names a span; null for an invalid one. */
    public static @Nullable String text(SpanContext span) {
        return span.isValid()
                ? VERSION
                        + "-"
                        + span.getTraceId()
                        + "-"
                        + span.getSpanId()
                        + "-"
                        + span.getTraceFlags().asHex()
                : null;
    }

    /** The header that names the span that is current on this thread; null if there is none. */
    public static @Nullable String current() {
        return text(Span.current().getSpanContext());
    }

    /** The header of a record; null if it has none. */
    public static @Nullable String of(Headers headers) {
        Header header = headers.lastHeader(HEADER);
        return header == null || header.value() == null
                ? null
                : new String(header.value(), US_ASCII);
    }

    /** Puts the header into those of a record, in place of another one; null adds nothing. */
    public static void put(Headers headers, @Nullable String traceparent) {
        if (traceparent != null) {
            headers.remove(HEADER);
            headers.add(HEADER, traceparent.getBytes(US_ASCII));
        }
    }

    /** The context of a span whose parent a header names; that of a root span if it names none. */
    static Context context(@Nullable String text) {
        SpanContext span = parse(text);
        return span.isValid() ? Context.root().with(Span.wrap(span)) : Context.root();
    }
}
