package io.postrider.web.route;

import io.opentelemetry.api.trace.Span;
import io.postrider.platform.traces.LogFields;
import io.postrider.platform.traces.SpanAttributes;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.server.ServerWebExchange;

/**
 * The span of a request for an operation. It begins once the caller is known, with the time of the request: an authenticated
 * caller may decide whether the trace is recorded, and an anonymous one may not.
 */
final class RequestTrace {

    private static final String ATTRIBUTE = RequestTrace.class.getName();

    private final Traces traces;
    private final @Nullable String given;
    private final Instant at;
    private volatile @Nullable Span span;

    private RequestTrace(Traces traces, @Nullable String given, Instant at) {
        this.traces = traces;
        this.given = given;
        this.at = at;
    }

    /** Notes the time of a request. */
    static RequestTrace open(Traces traces, ServerWebExchange exchange, Instant at) {
        RequestTrace opened = new RequestTrace(traces, given(exchange), at);
        exchange.getAttributes().put(ATTRIBUTE, opened);
        return opened;
    }

    private static @Nullable String given(ServerWebExchange exchange) {
        return given(exchange.getRequest().getHeaders());
    }

    private static @Nullable String given(HttpHeaders headers) {
        return TraceParent.given(headers.getOrEmpty(TraceParent.HEADER));
    }

    /** Begins the span of a request; a read that everyone may make has none. */
    static void begin(RoutedRequest routed, @Nullable Principal principal) {
        RequestTrace opened = trace(routed.request());
        if (opened != null && opened.span == null && isTraced(routed, principal)) {
            opened.begin(routed, principal != null);
        }
        if (principal != null && !principal.workspace().isEmpty()) {
            // For log lines, also without traces.
            routed.request().attributes().put(LogFields.WORKSPACE, principal.workspace());
            if (opened != null) {
                opened.note(principal.workspace());
            }
        }
    }

    private static boolean isTraced(RoutedRequest routed, @Nullable Principal principal) {
        return principal != null
                || routed.route().writes()
                || !(routed.route().access() instanceof AccessRule.Open);
    }

    private static @Nullable RequestTrace trace(ServerRequest request) {
        return (RequestTrace) request.attributes().get(ATTRIBUTE);
    }

    private void begin(RoutedRequest routed, boolean trusted) {
        Span begun = traces.server(routed.route().name(), given, trusted, at);
        begun.setAttribute(SpanAttributes.METHOD, routed.request().method().name());
        begun.setAttribute(SpanAttributes.ROUTE, routed.route().path().getPatternString());
        begun.setAttribute(SpanAttributes.REQUEST, routed.requestId());
        routed.request().attributes().put(LogFields.TRACE, begun.getSpanContext().getTraceId());
        span = begun;
    }

    private void note(String workspace) {
        Span begun = span;
        if (begun != null) {
            begun.setAttribute(SpanAttributes.WORKSPACE, workspace);
        }
    }

    /** Ends the span, if it has begun. */
    void end(@Nullable HttpStatusCode status, @Nullable Throwable failure) {
        Span begun = span;
        if (begun == null) {
            return;
        }
        if (failure != null) {
            Traces.fail(begun, failure);
        } else if (status != null) {
            Traces.respond(begun, status.value());
        }
        begun.end();
    }

    /** The header for commands and records that a request leads to; null if it belongs to no trace. */
    static @Nullable String traceparent(ServerRequest request) {
        RequestTrace opened = trace(request);
        if (opened != null) {
            Span begun = opened.span;
            return begun == null ? null : TraceParent.text(begun.getSpanContext());
        }
        return TraceParent.continued(given(request.headers().asHttpHeaders()));
    }
}
