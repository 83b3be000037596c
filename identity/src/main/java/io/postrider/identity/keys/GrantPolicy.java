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

/** Checks the wanted grant of a key, as this node knows the key, against the permissions of the caller. */
final class GrantPolicy {

    /** A change that this node has not read yet arrives within a second. */
    private static final int TRIES = 20;

    private static final Duration UNTIL_HEARD = Duration.ofMillis(50);

    private final KeyReplica table;

    GrantPolicy(KeyReplica table) {
        this.table = table;
    }

    /**
     * Sends a change for the version that the check used. A key that changed meanwhile is checked again.
     *
     * @param wanted the wanted grant; empty if the change leaves it as it is
     * @param send sends the change, by version and number of the attempt
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

    /** Tries again when this node may have read the missing event. */
    private static <T> Mono<T> later(Supplier<Mono<T>> next) {
        return Mono.delay(UNTIL_HEARD).then(Mono.defer(next));
    }

    /**
     * The version of the key at which the caller may change it: a version that was checked, or an older one, which the decider
     * rejects unless the request is a repeated one. A version newer than this node knows is waited for, since its grant has not
     * been checked.
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

    /** The wanted grant, if the caller has at least as much. */
    Validated<KeyGrant> within(ApiRequest request, KeyGrant wanted) {
        return own(request.principal())
                .map(own -> PrivilegeCheck.objection(own, wanted))
                .orElse(Optional.of(Problem.internal()))
                .<Validated<KeyGrant>>map(Validated::refused)
                .orElse(Validated.valid(wanted));
    }

    /** A signed-in user grants the scopes of the role, on any resource. */
    private Optional<KeyGrant> own(Principal principal) {
        return principal.isPerson()
                ? Optional.of(KeyGrant.of(principal.scopes()))
                : table.byId(principal.id()).map(known -> KeyGrant.of(known.key()));
    }
}
