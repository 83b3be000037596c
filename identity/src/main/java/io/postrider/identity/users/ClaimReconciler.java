package io.postrider.identity.users;

import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.identity.auth.AddressClaim;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.identity.auth.UserReplica;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.threads.PeriodicRounds;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles claims and accounts after interrupted creations of accounts and changes of addresses: once a minute it releases
 * claims without an account, and claims addresses of accounts without a claim. It uses what this node knows while that is
 * fresh. A release names the version of the claim, so it does not release a claim that was made anew meanwhile.
 */
public final class ClaimReconciler implements AutoCloseable {

    /**
     * Minimum age of a claim to be released: a younger one may be about to get its account. The clocks of the log and of a node
     * differ by 5 minutes at most, and no creation of an account takes half as long.
     */
    static final Duration AGE_MIN = Duration.ofMinutes(10);

    private static final Logger LOGGER = LoggerFactory.getLogger(ClaimReconciler.class);
    private static final Duration EVERY = Duration.ofMinutes(1);

    /** Time after which a claim without an account is released, if the clocks agree and the log accepts commands. */
    static final Duration FREE_WITHIN = AGE_MIN.plus(EVERY);

    private static final String CLAIM = "user.claim_email";
    private static final String RELEASE = "user.release_email";

    private final UserReplica users;
    private final KeyFreshness freshness;
    private final ClaimCommands commands;
    private final InstantSource clock;
    private final PeriodicRounds rounds =
            new PeriodicRounds(
                    "claims",
                    this::round,
                    e ->
                            LOGGER.atWarn()
                                    .addKeyValue("error", e.toString())
                                    .log("E-mail claims were not reconciled; retrying"));
    private Set<Missing> missing = Set.of();
    private volatile boolean isRefused;

    /** A claim that an account lacks. */
    private record Missing(String claim, String hash, String userId) {}

    ClaimReconciler(
            UserReplica users,
            KeyFreshness freshness,
            ClaimCommands commands,
            InstantSource clock) {
        this.users = users;
        this.freshness = freshness;
        this.commands = commands;
        this.clock = clock;
    }

    /**
     * Begins to reconcile.
     *
     * @param freshness freshness of this node's copy of the users
     */
    public static ClaimReconciler start(
            UserReplica users,
            KeyFreshness freshness,
            CommandGateway gateway,
            IdGenerator mint,
            InstantSource clock) {
        ClaimReconciler started =
                new ClaimReconciler(users, freshness, new ClaimCommands(gateway, mint), clock);
        started.repeat(EVERY);
        return started;
    }

    /** Shows how many of its commands are in flight. */
    public void show(Bounds bounds) {
        commands.show(bounds);
    }

    void repeat(Duration every) {
        rounds.start(every, every);
    }

    /** Completes when the thread has died and nothing is reconciled any more. */
    public CompletableFuture<@Nullable Void> dead() {
        return rounds.dead();
    }

    /** Sends the commands that are due, as long as they are accepted and the state of this node is fresh. */
    void round() throws InterruptedException {
        isRefused = false;
        Instant before = clock.instant().minus(AGE_MIN);
        for (Map.Entry<String, AddressClaim> each : users.claims().entrySet()) {
            if (mayGoOn() && isOver(each.getKey(), each.getValue(), before)) {
                release(each.getKey(), each.getValue());
            }
        }
        Set<Missing> now = mayGoOn() ? missingNow() : Set.of();
        for (Missing each : now) {
            // Users and claims arrive on this node in any order, so a claim must be missing in two
            // rounds.
            if (missing.contains(each) && mayGoOn()) {
                claim(each);
            }
        }
        missing = now;
    }

    private boolean mayGoOn() {
        return !isRefused && freshness.restored() && !freshness.isStaleForStreams();
    }

    private boolean isOver(String claim, AddressClaim known, Instant before) {
        return known.claimedAt().isBefore(before)
                && users.byId(known.userId()).filter(user -> user.value().has(claim)).isEmpty();
    }

    private void release(String claim, AddressClaim known) throws InterruptedException {
        ReleaseEmail command = new ReleaseEmail(known.userId());
        var _ =
                commands.send(RELEASE, claim, command, known.version())
                        .thenAccept(settled -> note(settled, known.userId()));
    }

    private Set<Missing> missingNow() {
        Set<Missing> found = new HashSet<>();
        for (Versioned<User> known : users.all()) {
            User user = known.value();
            lacking(user, User.claimOf(user.emailHash()), user.emailHash()).ifPresent(found::add);
            Optional.ofNullable(user.identity())
                    .flatMap(hash -> lacking(user, User.claimOfIdentity(hash), hash))
                    .ifPresent(found::add);
        }
        return found;
    }

    private Optional<Missing> lacking(User user, String claim, String hash) {
        boolean isClaimed =
                users.claim(claim).filter(known -> known.userId().equals(user.id())).isPresent();
        return isClaimed ? Optional.empty() : Optional.of(new Missing(claim, hash, user.id()));
    }

    private void claim(Missing lacking) throws InterruptedException {
        ClaimEmail command = new ClaimEmail(lacking.hash(), lacking.userId());
        var _ =
                commands.send(CLAIM, lacking.claim(), command, null)
                        .thenAccept(settled -> note(settled, lacking.userId()));
    }

    private void note(CommandResult settled, String userId) {
        switch (settled) {
            case CommandResult.Decided decided -> note(decided.outcome().rejection(), userId);
            case CommandResult.Unavailable _ -> isRefused = true;
            // The next round checks again.
            case CommandResult.Unknown _ -> {}
        }
    }

    private static void note(@Nullable Rejection rejection, String userId) {
        if (rejection != null && rejection.code().equals("email_taken")) {
            LOGGER.atError()
                    .addKeyValue("user", userId)
                    .log("An account uses an e-mail address that is claimed for another account");
        }
    }

    /** Sends nothing more. */
    @Override
    public void close() {
        rounds.close();
    }
}
