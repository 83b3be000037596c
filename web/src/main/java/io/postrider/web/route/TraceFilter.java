package io.postrider.web.route;

import io.postrider.platform.traces.Traces;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Records a span for each request for an operation, if there are traces. */
public final class TraceFilter implements WebFilter, Ordered {

    private final Traces traces;
    private final InstantSource clock;

    public TraceFilter(Traces traces, InstantSource clock) {
        this.traces = traces;
        this.clock = clock;
    }

    /** Behind the filter that rejects requests which have a secret in their URL. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!traces.isOn()) {
            return chain.filter(exchange);
        }
        RequestTrace trace = RequestTrace.open(traces, exchange, clock.instant());
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        return chain.filter(exchange)
                .doOnError(failure::set)
                .doFinally(_ -> trace.end(exchange.getResponse().getStatusCode(), failure.get()));
    }
}
