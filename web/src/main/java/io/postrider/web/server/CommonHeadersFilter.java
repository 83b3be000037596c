package io.postrider.web.server;

import io.postrider.web.problem.Problem;
import java.net.URI;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Sets the headers of every response, and rejects certain requests before they are routed. */
public final class CommonHeadersFilter implements WebFilter, Ordered {

    private static final Set<HttpMethod> METHODS =
            Set.of(
                    HttpMethod.GET,
                    HttpMethod.HEAD,
                    HttpMethod.POST,
                    HttpMethod.PUT,
                    HttpMethod.PATCH,
                    HttpMethod.DELETE,
                    HttpMethod.OPTIONS);

    private final RequestId requestIds;
    private final ProblemResponses problems;
    private final boolean secure;

    public CommonHeadersFilter(
            RequestId requestIds, ProblemResponses problems, PublicAddress address) {
        this.requestIds = requestIds;
        this.problems = problems;
        this.secure = address.secure();
    }

    /** Ahead of all others. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set(RequestId.HEADER, requestIds.of(exchange.getAttributes()));
        RateLimitHeaders.ANONYMOUS.forEach(headers::set);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        if (secure) {
            headers.set("Strict-Transport-Security", "max-age=31536000");
        }
        exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> uncached(headers)));
        ServerHttpRequest request = exchange.getRequest();
        if (!METHODS.contains(request.getMethod())) {
            return problems.write(
                    exchange,
                    Problem.of(405, "method_not_allowed", "No path supports this method.")
                            .with("Allow", "DELETE, GET, HEAD, PATCH, POST"));
        }
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        URI uri = request.getURI();
        return KeyInUrl.in(uri.getRawQuery()) || KeyInUrl.inPath(uri.getRawPath())
                ? problems.write(exchange, KeyInUrl.problem())
                : chain.filter(exchange);
    }

    private static void uncached(HttpHeaders headers) {
        if (headers.getCacheControl() == null) {
            headers.setCacheControl("no-store");
        }
    }
}
