package io.postrider.identity.users;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.identity.auth.MemoryQuota;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.users.AccountClaims.Account;
import io.postrider.identity.users.AccountClaims.Claim;
import io.postrider.identity.users.SignIn.Outcome;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Creates accounts. The address is claimed first, by a user whose id follows from it: an interrupted request continues where it
 * was, and of two requests for the same address one succeeds.
 */
public final class Accounts {

    private static final UUID NAMESPACE = UUID.fromString("3f1d8a52-7c0e-5b64-9a1d-6f2f4b7c9e10");

    /** Maximum number of users that an address can have had one after the other. */
    private static final int HANDS_MAX = 1_000;

    private final UserReplica users;
    private final UserSecrets secrets;
    private final Passwords passwords;
    private final SignIn signIn;
    private final DataKeyRing ring;
    private final Writes writes;
    private final AccountClaims claims;
    private final SecureRandom random;
    private final MemoryQuota quota;

    Accounts(
            UserReplica users,
            UserSecrets secrets,
            Passwords passwords,
            SignIn signIn,
            DataKeyRing ring,
            Writes writes,
            SecureRandom random,
            MemoryQuota quota) {
        this.users = users;
        this.secrets = secrets;
        this.passwords = passwords;
        this.signIn = signIn;
        this.ring = ring;
        this.writes = writes;
        this.claims = new AccountClaims(writes);
        this.random = random;
        this.quota = quota;
    }

    /** The hash by which an address is found. */
    String hash(String email) {
        return secrets.emailHash(email);
    }

    /**
     * The data of a new account.
     *
     * @param password password; null for a user who signs in with a provider
     * @param identity hash of the account at a provider; null for a user who signs in with a password
     * @param invitedTo the workspace whose invitation creates the account
     */
    public record Wanted(
            String email,
            String name,
            @Nullable String password,
            @Nullable String identity,
            String invitedTo) {

        @Override
        public String toString() {
            return "Wanted[]";
        }
    }

    /**
     * Creates an account and signs its user in, in one decision. From the first claim on it continues to the end if the caller
     * closes the connection.
     *
     * @param next continues with the outcome
     */
    public <T> Mono<T> open(ApiRequest request, Wanted wanted, Function<Outcome, Mono<T>> next) {
        Optional<Problem> refused = quota.refuseUser(wanted.invitedTo());
        if (refused.isPresent()) {
            return next.apply(new Outcome.Out(refused.get()));
        }
        String id = nextId(hash(wanted.email()));
        return hashed(wanted)
                .map(hashed -> opened(request, id, hashed))
                .onErrorReturn(
                        RejectedExecutionException.class,
                        Mono.just(new Outcome.Out(SignIn.overloaded())))
                .flatMap(opened -> NonCancellable.of(opened.flatMap(next)));
    }

    private Mono<Wanted> hashed(Wanted wanted) {
        return wanted.password() == null
                ? Mono.just(wanted)
                : passwords
                        .hash(wanted.password())
                        .map(phc ->
                                new Wanted(
                                        wanted.email(),
                                        wanted.name(),
                                        phc,
                                        null,
                                        wanted.invitedTo()));
    }

    private Mono<Outcome> opened(ApiRequest request, String id, Wanted hashed) {
        return claims.claimed(
                request,
                new Account(id, hashed.invitedTo()),
                claims(hashed),
                () ->
                        dataKey(id)
                                .flatMap(made ->
                                        made
                                                ? created(request, id, hashed)
                                                : Mono.just(new Outcome.Out(unwritten()))));
    }

    /** The claims on the address and on the account of a provider, if there is one. */
    private List<Claim> claims(Wanted wanted) {
        return Stream.of(
                        Stream.of(Claim.ofEmail(hash(wanted.email()))),
                        Stream.ofNullable(wanted.identity()).map(Claim::ofIdentity))
                .flatMap(Function.identity())
                .toList();
    }

    /** The first unused id of those that follow from an address: former users of the address keep theirs. */
    private String nextId(String emailHash) {
        for (int hands = 0; hands < HANDS_MAX; hands++) {
            String id = Id.of(IdKind.USR, Uuids.v5(NAMESPACE, emailHash + "/" + hands));
            if (users.byId(id).isEmpty()) {
                return id;
            }
        }
        throw new IllegalStateException("an address has changed hands " + HANDS_MAX + " times");
    }

    private Mono<Boolean> dataKey(String id) {
        return Mono.fromFuture(
                ring.keyFor(id).handle((_, failure) -> failure == null).toCompletableFuture(),
                true);
    }

    private Mono<Outcome> created(ApiRequest request, String id, Wanted hashed) {
        String cookie = SessionCookie.mint(random);
        Session session = signIn.session(request, cookie);
        return user(id, hashed, session)
                .map(user ->
                        sent(request, id, new CreateUser(user))
                                .map(written -> outcome(written, user, session, cookie)))
                .orElseGet(() -> Mono.just(new Outcome.Out(Problem.secretsUnavailable())));
    }

    private static Outcome outcome(WriteResult written, User user, Session session, String cookie) {
        return switch (written) {
            case WriteResult.Holds holds -> new Outcome.In(holds, user, session, cookie);
            case WriteResult.Failed(Problem problem, var _) -> new Outcome.Out(problem);
            case WriteResult.Reserved _ -> new Outcome.Out(Problem.internal());
        };
    }

    private Optional<User> user(String id, Wanted hashed, Session session) {
        Optional<String> password =
                Optional.ofNullable(hashed.password())
                        .flatMap(phc -> secrets.seal(id, UserSecrets.Part.PASSWORD, phc));
        if (hashed.password() != null && password.isEmpty()) {
            return Optional.empty();
        }
        return secrets.seal(id, UserSecrets.Part.EMAIL, hashed.email())
                .flatMap(email ->
                        secrets.seal(id, UserSecrets.Part.NAME, hashed.name())
                                .map(name ->
                                        User.opened(
                                                id,
                                                hash(hashed.email()),
                                                email,
                                                name,
                                                password.orElse(null),
                                                hashed.identity(),
                                                hashed.invitedTo(),
                                                List.of(session),
                                                session.startedAt())));
    }

    private Mono<WriteResult> sent(ApiRequest request, String id, CreateUser command) {
        CommandRequest change = CommandRequest.of(Context.USERS, id, command, Optional.empty());
        return Mono.fromFuture(
                writes.sendAs(request, Actor.user(id), change).toCompletableFuture(), true);
    }

    private static Problem unwritten() {
        return Problem.unavailable(
                "log_unavailable", "The data key could not be written to Kafka.");
    }
}
