package io.postrider.identity.oidc.signin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.ClientAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The limit of OpenID Connect requests per network and minute, since a callback makes this node call the provider. */
final class OidcThrottle {

    static final int REQUESTS_MAX = 60;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int NETWORKS_MAX = 100_000;

    private final ClientAddress addresses;
    private final InstantSource clock;
    private final Cache<String, Window> windows =
            Caffeine.newBuilder()
                    .maximumSize(NETWORKS_MAX)
                    .expireAfterWrite(WINDOW)
                    .executor(Runnable::run)
                    .build();

    private record Window(Instant endsAt, int requests) {}

    OidcThrottle(ClientAddress addresses, InstantSource clock) {
        this.addresses = addresses;
        this.clock = clock;
    }

    /** Shows how many networks have sent requests. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "oidc_networks", windows::estimatedSize, NETWORKS_MAX);
    }

    /** Counts a request and rejects it beyond the limit of its network. */
    <T> Validated<T> take(ApiRequest request, T value) {
        Instant now = clock.instant();
        Window window =
                windows.asMap()
                        .compute(
                                addresses.network(request.server()),
                                (_, known) -> next(known, now));
        return window.requests() <= REQUESTS_MAX
                ? Validated.valid(value)
                : Validated.refused(tooMany(Duration.between(now, window.endsAt())));
    }

    private static Window next(@Nullable Window known, Instant now) {
        return known == null || !now.isBefore(known.endsAt())
                ? new Window(now.plus(WINDOW), 1)
                : new Window(known.endsAt(), known.requests() + 1);
    }

    private static Problem tooMany(Duration rest) {
        return Problem.of(
                        429,
                        "too_many_tries",
                        "This network has sent too many sign-in requests. Retry after the number of seconds in Retry-After.")
                .retryAfter(Math.max(1, rest.plusMillis(999).toSeconds()));
    }
}
