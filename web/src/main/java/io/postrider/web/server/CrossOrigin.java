package io.postrider.web.server;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Permits pages of any origin to call the API with a key in the Authorization header, never with cookies (Fetch standard,
 * section 3.3). A browser sends its preflight without the key, so the origins of a key can only be checked when the request
 * itself arrives: the authenticator does so, and the page can read its problem.
 */
public final class CrossOrigin implements WebFilter, Ordered {

    private static final String API = "/api/v1/";
    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

    /**
     * Named one by one, since a star excludes Authorization. User-Agent and the OpenAI headers are there for OpenAI's own
     * clients, which send them from pages too.
     */
    private static final String SENT =
            "Accept, Authorization, Consistency-Token, Content-Type, Idempotency-Key, If-Match,"
                    + " If-None-Match, Last-Event-ID, OpenAI-Beta, OpenAI-Organization,"
                    + " OpenAI-Project, Prefer, Range, traceparent, tracestate, User-Agent";

    /**
     * Telemetry headers of these clients, which the service does not read. Their names change with the versions of the clients,
     * so all names of this form are allowed.
     */
    private static final Pattern TELEMETRY = Pattern.compile("x-stainless-[a-z0-9-]+");

    private static final String SHOWN =
            "Accept-Ranges, Allow, Consistency-Stale, Consistency-Token, Content-Range,"
                    + " Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit,"
                    + " RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, "
                    + RequestId.HEADER;

    private static final String REMEMBERED_SECONDS = "3600";

    /** Behind the envelope, which is on these answers too. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        HttpHeaders asked = request.getHeaders();
        if (!asked.containsHeader(HttpHeaders.ORIGIN)
                || !request.getPath().value().startsWith(API)) {
            return chain.filter(exchange);
        }
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        headers.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, SHOWN);
        if (!request.getMethod().equals(HttpMethod.OPTIONS)
                || !asked.containsHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD)) {
            return chain.filter(exchange);
        }
        headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.set(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, sent(asked));
        headers.set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, REMEMBERED_SECONDS);
        exchange.getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        return exchange.getResponse().setComplete();
    }

    private static String sent(HttpHeaders asked) {
        return Stream.concat(
                        Stream.of(SENT),
                        asked.getAccessControlRequestHeaders().stream()
                                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                                .filter(name -> TELEMETRY.matcher(name).matches())
                                .distinct())
                .collect(Collectors.joining(", "));
    }
}
