package io.postrider.redirects;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.opentelemetry.api.trace.Span;
import io.postrider.platform.traces.SpanAttributes;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Records a span for each request for a short link, if there are traces; visitors do not decide whether they are recorded. */
final class RedirectTrace {

    private static final String ROUTE = "/{slug}";

    private final Traces traces;
    private final InstantSource clock;

    RedirectTrace(Traces traces, InstantSource clock) {
        this.traces = traces;
        this.clock = clock;
    }

    /** The span of a request; one that records nothing without traces. */
    Span begin(HttpRequest request) {
        if (!traces.isOn()) {
            return Span.getInvalid();
        }
        String method = request.method().name();
        boolean known = method.equals("GET") || method.equals("HEAD");
        Span span =
                traces.server(
                        (known ? method : "HTTP") + " " + ROUTE,
                        TraceParent.given(request.headers().getAll(TraceParent.HEADER)),
                        false,
                        clock.instant());
        span.setAttribute(SpanAttributes.METHOD, known ? method : "_OTHER");
        span.setAttribute(SpanAttributes.ROUTE, ROUTE);
        return span;
    }

    /** The header for what the request leads to. */
    @Nullable String traceparent(Span span) {
        return traces.isOn() ? TraceParent.text(span.getSpanContext()) : null;
    }

    /** Ends the span of a request that is answered. */
    void end(Span span, FullHttpResponse response) {
        if (traces.isOn()) {
            Traces.respond(span, response.status().code());
            span.end();
        }
    }

    /** Ends the span of a request that fails. */
    void fail(Span span, @Nullable Throwable failure) {
        if (traces.isOn()) {
            if (failure != null) {
                Traces.fail(span, failure);
            }
            span.end();
        }
    }
}
