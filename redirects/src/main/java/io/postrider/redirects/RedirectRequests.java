package io.postrider.redirects;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.postrider.web.server.KeyInUrl;
import io.postrider.web.server.TrustedProxies;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Turns HTTP requests for short links into redirect requests, and has them answered. */
final class RedirectRequests {

    private static final SlugPath NO_PATH = new SlugPath(null, "", false, null);

    private final Redirector redirector;
    private final RedirectProblems refusals;
    private final RedirectLanes lanes;
    private final ShortDomains domains;
    private final TrustedProxies proxies;
    private final InstantSource clock;

    RedirectRequests(
            Redirector redirector,
            RedirectProblems refusals,
            RedirectLanes lanes,
            ShortDomains domains,
            TrustedProxies proxies,
            InstantSource clock) {
        this.redirector = redirector;
        this.refusals = refusals;
        this.lanes = lanes;
        this.domains = domains;
        this.proxies = proxies;
        this.clock = clock;
    }

    /**
     * The short link of a request; null for other requests. A request with an invalid head is answered here too, whatever its
     * target.
     */
    static @Nullable SlugPath path(HttpRequest request) {
        return RequestHead.of(request) == RequestHead.SOUND ? SlugPath.of(request.uri()) : NO_PATH;
    }

    /**
     * Answers on the event loop of the connection.
     *
     * @param peer the address at the other end of the connection, 4 or 16 bytes
     * @param traceparent the W3C trace context of the span of the request; null without traces
     */
    RedirectResponse answer(
            HttpRequest request, SlugPath path, byte[] peer, @Nullable String traceparent) {
        RedirectRequest visit = visit(request, path, peer, traceparent);
        if (path.equals(NO_PATH)) {
            return refused(request, visit);
        }
        if (KeyInUrl.in(path.query()) || KeyInUrl.inPath(path.slug())) {
            return refusals.keyInUrl(visit);
        }
        return visit.head() || request.method().equals(HttpMethod.GET)
                ? redirector.answer(visit)
                : refusals.methodRefused(visit);
    }

    private RedirectResponse refused(HttpRequest request, RedirectRequest visit) {
        return switch (RequestHead.of(request)) {
            case UNREADABLE -> refusals.unreadable(visit, request.decoderResult().cause());
            case OTHER_VERSION -> refusals.versionRefused(visit);
            case BAD_HOST, SOUND -> refusals.hostRefused(visit);
        };
    }

    private RedirectRequest visit(
            HttpRequest request, SlugPath path, byte[] peer, @Nullable String traceparent) {
        HttpHeaders headers = request.headers();
        RedirectLane lane = lanes.current();
        long now = clock.millis();
        String host =
                path.authority() == null ? headers.get(HttpHeaderNames.HOST) : path.authority();
        return new RedirectRequest(
                lane,
                headers,
                path,
                domains.of(host),
                request.method().equals(HttpMethod.HEAD),
                proxies.caller(peer, headers::getAll),
                lane.nextRequestId(now),
                now,
                traceparent);
    }
}
