package io.postrider.identity.keys;

import io.postrider.domain.keys.ApiKey;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.KnownKey;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.ResourceRef;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Principal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Holds what is wanted of a key, as this node knows it, against the bounds of whoever wants it. */
final class GrantPolicy {

    /** A change that this node has not heard of yet arrives within a second. */
    private static final int TRIES = 20;

    private static final Duration UNTIL_HEARD = Duration.ofMillis(50);

    private final KeyReplica table;

    GrantPolicy(KeyReplica table) {
        this.table = table;
    }

    /**
     * Sends a change for the one version that the bounds were checked on. A key that has changed meanwhile is checked
     * again.
     *
     * @param wanted how far the key would reach; empty if that is not what changes
     * @param send by version and number of the try
     */
    Mono<ApiResponse> checked(
            ResourceCall<?> call,
            Function<ApiKey, Optional<KeyGrant>> wanted,
            BiFunction<Long, Integer, Mono<WriteResult>> send,
            Function<WriteResult, ApiResponse> answer) {
        return checked(call, wanted, send, answer, 0);
    }

    private Mono<ApiResponse> checked(
            ResourceCall<?> call,
            Function<ApiKey, Optional<KeyGrant>> wanted,
            BiFunction<Long, Integer, Mono<WriteResult>> send,
            Function<WriteResult, ApiResponse> answer,
            int attempt) {
        return permitted(call.request(), call.target(), wanted, TRIES)
                .flatMap(permitted ->
                        permitted.answer(version ->
                                send.apply(version, attempt)
                                        .flatMap(written ->
                                                call.target().isOutrun(written)
                                                                && attempt + 1 < TRIES
                                                        ? later(() ->
                                                                checked(
                                                                        call,
                                                                        wanted,
                                                                        send,
                                                                        answer,
                                                                        attempt + 1))
                                                        : Mono.just(answer.apply(written)))));
    }

    /** Tries again when this node may have heard of what it did not know. */
    private static <T> Mono<T> later(Supplier<Mono<T>> next) {
        return Mono.delay(UNTIL_HEARD).then(Mono.defer(next));
    }

    /**
     * The version of a key at which the one who asks may change it: one that was looked at, or an older one, which is refused
     * when it is decided, unless the request is a repeated one. A newer one than this node knows is waited for, since nobody
     * has held it against anybody's bounds.
     */
    private Mono<Validated<Long>> permitted(
            ApiRequest request,
            ResourceRef target,
            Function<ApiKey, Optional<KeyGrant>> wanted,
            int tries) {
        Optional<KnownKey> known =
                table.byId(target.id())
                        .filter(k -> k.key().workspace().equals(request.workspace()));
        if (known.isEmpty()) {
            return Mono.just(Validated.refused(Problem.notFound()));
        }
        long seen = known.get().version();
        long named = target.expectedVersion().orElse(seen);
        if (named > seen) {
            return tries > 1
                    ? later(() -> permitted(request, target, wanted, tries - 1))
                    : Mono.just(Validated.refused(Problem.versionMismatch()));
        }
        Validated<Long> version = Validated.valid(named);
        return Mono.just(
                wanted.apply(known.get().key())
                        .map(reach -> within(request, reach).then(_ -> version))
                        .orElse(version));
    }

    /** How far a key is to reach, if the one who asks reaches as far. */
    Validated<KeyGrant> within(ApiRequest request, KeyGrant wanted) {
        return own(request.principal())
                .map(own -> PrivilegeCheck.objection(own, wanted))
                .orElse(Optional.of(Problem.internal()))
                .<Validated<KeyGrant>>map(Validated::refused)
                .orElse(Validated.valid(wanted));
    }

    /** Whoever is signed in gives what his role allows, to whatever he likes. */
    private Optional<KeyGrant> own(Principal principal) {
        return principal.isPerson()
                ? Optional.of(KeyGrant.of(principal.scopes()))
                : table.byId(principal.id()).map(known -> KeyGrant.of(known.key()));
    }
}
