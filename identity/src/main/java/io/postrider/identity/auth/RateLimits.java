package io.postrider.identity.auth;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.Authenticator.Admitted;
import io.postrider.web.route.Principal;
import io.postrider.web.server.RateLimitHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Limits the requests of each key or user per minute on all nodes together. */
final class RateLimits {

    private static final long WINDOW_SECONDS = 60;
    private static final String QUOTA_EXCEEDED =
            "https://iana.org/assignments/http-problem-types#quota-exceeded";

    private final ClusterRateLimiter quotas;
    private final String policy;
    private final Counter granted;
    private final Counter exceeded;

    /**
     * @param policy name of the limit in responses: {@code key} or {@code user}
     */
    RateLimits(ClusterRateLimiter quotas, String policy, MeterRegistry meters) {
        this.quotas = quotas;
        this.policy = policy;
        this.granted = counter(meters, policy, "granted");
        this.exceeded = counter(meters, policy, "exceeded");
    }

    private static Counter counter(MeterRegistry meters, String policy, String result) {
        return Counter.builder("postrider.rate.limits")
                .description("Requests that were counted by the rate limit of a key or user")
                .tag("policy", policy)
                .tag("result", result)
                .register(meters);
    }

    /**
     * The state of a caller's limit after a request.
     *
     * @param headers rate-limit headers of every response
     * @param refusal the response if the request exceeds the limit
     */
    record Standing(Map<String, String> headers, Optional<Problem> refusal) {

        /** Continues with a request that is within its limit, and adds the headers also if it is rejected later. */
        Validated<Admitted> then(Supplier<Validated<Principal>> next) {
            if (refusal.isPresent()) {
                return Validated.refused(refusal.get());
            }
            return switch (next.get()) {
                case Validated.Valid<Principal>(Principal principal) ->
                        Validated.valid(new Admitted(principal, headers));
                case Validated.Refused<Principal>(Problem problem) ->
                        Validated.refused(withAll(problem, headers));
            };
        }
    }

    /**
     * @param quota requests per minute; null for no limit
     */
    Mono<Standing> take(String caller, @Nullable Integer quota) {
        return quota == null
                ? Mono.just(unlimited())
                : quotas.take(caller, quota).map(standing -> standing(quota, standing));
    }

    private Standing unlimited() {
        return new Standing(
                RateLimitHeaders.of(
                        policy,
                        RateLimitHeaders.UNLIMITED,
                        RateLimitHeaders.UNLIMITED,
                        WINDOW_SECONDS),
                Optional.empty());
    }

    private Standing standing(int quota, ClusterRateLimiter.Standing standing) {
        (standing.granted() ? granted : exceeded).increment();
        long reset = Math.max(1, Math.ceilDiv(standing.resetMillis(), 1_000L));
        Map<String, String> headers = RateLimitHeaders.of(policy, quota, standing.left(), reset);
        return new Standing(
                headers,
                standing.granted()
                        ? Optional.empty()
                        : Optional.of(withAll(tooMany(reset), headers)));
    }

    private Problem tooMany(long reset) {
        return Problem.of(
                        429,
                        "rate_limited",
                        "The " + policy + " has reached its rate limit for this minute.")
                .typed(QUOTA_EXCEEDED)
                .retryAfter(reset)
                .withMember("violated-policies", List.of(policy));
    }

    private static Problem withAll(Problem problem, Map<String, String> headers) {
        Problem all = problem;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            all = all.with(header.getKey(), header.getValue());
        }
        return all;
    }
}
