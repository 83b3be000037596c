package io.postrider.identity.keys;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.identity.auth.LeakedKeys;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Accepts keys that were found in public, and revokes them. The operation requires no authentication, since the owner of a
 * whole secret could do more harm with it, and the response does not reveal which of the texts were keys.
 */
final class LeakRoutes implements ApiRoutes {

    private static final String CREDENTIALS = "credentials";
    private static final int CREDENTIALS_MAX = 1_000;
    private static final int LENGTH_MAX = 65_536;
    private static final int REPORTS_MAX = 60;
    private static final Duration PERIOD = Duration.ofHours(1);
    private static final int ADDRESSES_MAX = 10_000;
    private static final Actor REPORT = Actor.system("leak-report");

    private final LeakedKeys leaked;
    private final ClientAddress addresses;
    private final Writes writes;
    private final Cache<String, AtomicInteger> reports =
            Caffeine.newBuilder().maximumSize(ADDRESSES_MAX).expireAfterWrite(PERIOD).build();

    LeakRoutes(LeakedKeys leaked, ClientAddress addresses, Writes writes) {
        this.leaked = leaked;
        this.addresses = addresses;
        this.writes = writes;
    }

    /** Shows how many networks have reported keys. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "leak_report_networks", reports::estimatedSize, ADDRESSES_MAX);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.post("/api/v1/credentials/report").open().to(this::report));
    }

    private Mono<ApiResponse> report(ApiRequest request) {
        return texts(request.fields())
                .then(texts -> within(request, texts))
                .answer(texts ->
                        Flux.fromIterable(leaked.among(texts))
                                .concatMap(key -> revoked(request, key))
                                .next()
                                .cast(ApiResponse.class)
                                .defaultIfEmpty(taken(texts.size())));
    }

    private static Validated<List<String>> texts(BodyReader fields) {
        fields.require(CREDENTIALS);
        List<String> texts = fields.texts(CREDENTIALS, CREDENTIALS_MAX, TextRule.any(LENGTH_MAX));
        return fields.checked(() -> texts);
    }

    private Validated<List<String>> within(ApiRequest request, List<String> texts) {
        AtomicInteger used =
                reports.get(addresses.network(request.server()), _ -> new AtomicInteger());
        return used.incrementAndGet() <= REPORTS_MAX
                ? Validated.valid(texts)
                : Validated.refused(
                        Problem.of(
                                        429,
                                        "too_many_reports",
                                        "Your address has reached the limit of 60 reports an hour.")
                                .retryAfter(PERIOD.toSeconds()));
    }

    /** Empty after the revocation; otherwise the reason why it may have failed: then the report can be sent again. */
    private Mono<Problem> revoked(ApiRequest request, ApiKey key) {
        CommandRequest change =
                CommandRequest.of(
                        Context.KEYS, key.id(), new RevokeKey(key.workspace()), Optional.empty());
        return Mono.fromFuture(
                        writes.sendAs(request, REPORT, key.workspace(), change)
                                .toCompletableFuture(),
                        true)
                .flatMap(written ->
                        written instanceof WriteResult.Failed(Problem problem, var _)
                                ? Mono.just(problem)
                                : Mono.empty());
    }

    private static ApiResponse taken(int received) {
        return ApiResponse.json(
                202, Json.object().put("object", "credential_report").put("received", received));
    }
}
