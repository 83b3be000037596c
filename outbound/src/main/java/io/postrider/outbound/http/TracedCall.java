package io.postrider.outbound.http;

import static java.util.Objects.requireNonNullElse;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.postrider.platform.traces.SpanAttributes;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Delivery;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;
import reactor.util.context.Context;

/**
 * The attempt that the requests of a subscriber belong to, in the Reactor context of the subscriber. Each of them is a span of the
 * trace of the delivery, and has the header {@code traceparent}.
 */
public final class TracedCall {

    private final Traces traces;
    private final String parent;
    private final Delivery delivery;
    private final int number;

    private TracedCall(Traces traces, String parent, Delivery delivery, int number) {
        this.traces = traces;
        this.parent = parent;
        this.delivery = delivery;
        this.number = number;
    }

    /** The context of an attempt; the same one without traces. */
    public static Function<Context, Context> of(Traces traces, Delivery delivery, int number) {
        String parent = traces.isOn() ? delivery.traceparent() : null;
        return parent == null
                ? context -> context
                : context ->
                        context.put(
                                TracedCall.class, new TracedCall(traces, parent, delivery, number));
    }

    /**
     * Makes a request, as a span if the subscriber belongs to an attempt with a trace.
     *
     * @param host name or address of the server; null for this process
     */
    public static <T> Flux<T> request(
            HttpClient client,
            @Nullable String host,
            int port,
            Function<HttpClient, ? extends Publisher<T>> exchange) {
        return Flux.deferContextual(context -> {
            TracedCall call = context.getOrDefault(TracedCall.class, null);
            return call == null
                    ? Flux.from(exchange.apply(client))
                    : call.traced(client, host, port, exchange);
        });
    }

    private <T> Flux<T> traced(
            HttpClient client,
            @Nullable String host,
            int port,
            Function<HttpClient, ? extends Publisher<T>> exchange) {
        Span span = begin(host, port);
        String header = requireNonNullElse(TraceParent.text(span.getSpanContext()), parent);
        HttpClient traced =
                client.headers(headers -> headers.set(TraceParent.HEADER, header))
                        .doOnRequest((request, _) -> describe(span, request))
                        .doOnResponse((response, _) -> respond(span, response.status().code()));
        return Flux.from(exchange.apply(traced))
                .doOnError(failure -> Traces.fail(span, failure))
                .doFinally(_ -> span.end());
    }

    private Span begin(@Nullable String host, int port) {
        Span span = traces.begin("HTTP", SpanKind.CLIENT, parent);
        if (host != null) {
            span.setAttribute(SpanAttributes.ADDRESS, host);
            span.setAttribute(SpanAttributes.PORT, (long) port);
        }
        span.setAttribute(SpanAttributes.DELIVERY, delivery.id());
        span.setAttribute(SpanAttributes.TYPE, delivery.eventType());
        span.setAttribute(SpanAttributes.WORKSPACE, delivery.workspace());
        span.setAttribute(SpanAttributes.ATTEMPT, (long) number);
        return span;
    }

    private static void describe(Span span, HttpClientRequest request) {
        String method = request.method().name();
        span.updateName(method);
        span.setAttribute(SpanAttributes.METHOD, method);
    }

    /** To a client each status from 400 on is an error. */
    private static void respond(Span span, int status) {
        Traces.respond(span, status);
        if (status >= 400 && status < 500) {
            Traces.fail(span, status);
        }
    }
}
