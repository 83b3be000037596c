package io.postrider.identity.auth;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserEvent;
import io.postrider.platform.limits.Footprint;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.web.resource.Versioned;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Every user and session, in memory, so that whoever is signed in is let in without asking anybody. */
public final class UserReplica {

    /** Counts for all workspaces together only. */
    private static final String NO_WORKSPACE = "";

    private final Map<String, Versioned<User>> byId = new ConcurrentHashMap<>();
    private final Map<String, String> byEmail = new ConcurrentHashMap<>();
    private final Map<String, AddressClaim> claims = new ConcurrentHashMap<>();
    private final Map<String, Integer> addresses = new ConcurrentHashMap<>();
    private final Map<String, String> byIdentity = new ConcurrentHashMap<>();
    private final Map<String, String> bySession = new ConcurrentHashMap<>();
    private final Map<String, Integer> invitedTo = new ConcurrentHashMap<>();
    private final HeldBytes held;

    public UserReplica() {
        this(new HeldBytes());
    }

    /** @param held what users and claims take is counted there, for the workspace that invited them */
    public UserReplica(HeldBytes held) {
        this.held = held;
    }

    /**
     * A session and whose it is.
     *
     * @param session as it was started
     */
    public record SignedIn(Versioned<User> user, Session session) {}

    /** How many users there are. */
    int size() {
        return byId.size();
    }

    /** What is claimed of addresses and accounts elsewhere, by the aggregates of the claims. */
    public Map<String, AddressClaim> claims() {
        return Collections.unmodifiableMap(claims);
    }

    /** Whose an address or an account elsewhere is, by the aggregate of the claim. */
    public Optional<AddressClaim> claim(String aggregate) {
        return Optional.ofNullable(claims.get(aggregate));
    }

    /** How many addresses are claimed for a user. */
    public int addressesOf(String userId) {
        return addresses.getOrDefault(userId, 0);
    }

    /** Every user. */
    public Collection<Versioned<User>> all() {
        return Collections.unmodifiableCollection(byId.values());
    }

    /** How many accounts were made by invitations to a workspace, also of users who have left it. */
    int invitedTo(String workspace) {
        return invitedTo.getOrDefault(workspace, 0);
    }

    /** The user of an id. */
    public Optional<Versioned<User>> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * The user who signs in with an address, by its hash. Where one user has given it up for another, their events arrive in
     * any order, and those of the address in one: what it says counts.
     */
    public Optional<Versioned<User>> byEmail(String emailHash) {
        AddressClaim claim = claims.get(User.claimOf(emailHash));
        return Optional.ofNullable(claim == null ? byEmail.get(emailHash) : claim.userId())
                .flatMap(this::current)
                .filter(known -> known.value().emailHash().equals(emailHash));
    }

    /** The user who signs in with an account elsewhere, by its hash. */
    public Optional<Versioned<User>> byIdentity(String identity) {
        return Optional.ofNullable(byIdentity.get(identity))
                .flatMap(this::current)
                .filter(known -> identity.equals(known.value().identity()));
    }

    /** The session of a cookie, by its hash; that it is not over yet is for the caller to see. */
    public Optional<SignedIn> bySession(String hash) {
        return Optional.ofNullable(bySession.get(hash))
                .flatMap(this::current)
                .flatMap(known ->
                        known.value().sessions().stream()
                                .filter(session -> session.hash().equals(hash))
                                .findFirst()
                                .map(session -> new SignedIn(known, session)));
    }

    /** A user who may be let in. */
    private Optional<Versioned<User>> current(String id) {
        return byId(id).filter(known -> !known.isUnknown());
    }

    /**
     * Refuses a user whose newest event cannot be read, until there is a newer one. An address or an account elsewhere
     * belongs to no user until then.
     */
    public synchronized void becomeUnknown(String aggregate) {
        if (Id.isA(IdKind.USR, aggregate)) {
            byId.computeIfPresent(
                    aggregate, (_, known) -> new Versioned<>(known.value(), known.version(), true));
        } else {
            claims.compute(
                    aggregate, (_, known) -> counted(aggregate, known, AddressClaim.ofNone(known)));
        }
    }

    /** Lets a decided event hold here at once; one that is older than what is known changes nothing. */
    public synchronized void apply(EventRecord event) {
        long version = event.header().sequence();
        switch (event.payload()) {
            case UserEvent.OfUser change -> apply(change.user(), version);
            case UserEvent.EmailClaimed(_, String userId) ->
                    apply(
                            event.header().aggregate(),
                            new AddressClaim(
                                    userId,
                                    version,
                                    event.header().time(),
                                    event.header().workspace()));
            case UserEvent.EmailReleased _ -> release(event.header().aggregate(), version);
            case null, default -> {}
        }
    }

    private void apply(String address, AddressClaim next) {
        claims.compute(
                address,
                (_, known) ->
                        known == null || next.version() > known.version()
                                ? counted(address, known, next)
                                : known);
    }

    /** An address without a user is not kept: the user who had it has another one. */
    private void release(String address, long version) {
        claims.computeIfPresent(
                address,
                (_, known) -> known.version() < version ? counted(address, known, null) : known);
    }

    private @Nullable AddressClaim counted(
            String address, @Nullable AddressClaim before, @Nullable AddressClaim now) {
        count(address, before, -1);
        count(address, now, 1);
        return now;
    }

    /** @param times 1 for a claim that is made, -1 for one that is over */
    private void count(String address, @Nullable AddressClaim claim, int times) {
        if (claim == null) {
            return;
        }
        held.add(claim.workspace(), times * Footprint.of(Map.of(address, claim)));
        if (User.isClaimOfAddress(address)) {
            addresses.compute(claim.userId(), (_, known) -> sum(known, times));
        }
    }

    private static @Nullable Integer sum(@Nullable Integer known, int more) {
        int sum = (known == null ? 0 : known) + more;
        return sum == 0 ? null : sum;
    }

    private void apply(User user, long version) {
        Versioned<User> known = byId.get(user.id());
        if (known != null && known.version() >= version) {
            return;
        }
        byId.put(user.id(), new Versioned<>(user, version, false));
        count(known == null ? null : known.value(), user);
        byEmail.put(user.emailHash(), user.id());
        if (user.identity() != null) {
            byIdentity.put(user.identity(), user.id());
        }
        user.sessions().forEach(session -> bySession.put(session.hash(), user.id()));
        forget(known == null ? null : known.value(), user);
    }

    private void count(@Nullable User before, User now) {
        String inviter = now.invitedTo();
        if (before == null && inviter != null) {
            invitedTo.merge(inviter, 1, Integer::sum);
        }
        held.replace(inviter == null ? NO_WORKSPACE : inviter, before, now);
    }

    /** Last, so that nobody is missing while his entry changes. */
    private void forget(@Nullable User before, User now) {
        if (before == null) {
            return;
        }
        if (!before.emailHash().equals(now.emailHash())) {
            byEmail.remove(before.emailHash(), now.id());
        }
        if (before.identity() != null && !before.identity().equals(now.identity())) {
            byIdentity.remove(before.identity(), now.id());
        }
        before.sessions().stream()
                .filter(session -> !now.sessions().contains(session))
                .forEach(session -> bySession.remove(session.hash()));
    }
}
