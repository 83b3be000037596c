package io.postrider.identity.auth;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserEvent;
import io.postrider.platform.limits.Footprint;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.EventRecord;
import io.postrider.web.resource.Versioned;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Every user and session, in memory, so that a session is authenticated without a remote call. */
public final class UserReplica {

    /** Memory that counts only in the total of all workspaces. */
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

    /**
     * @param held counter of the memory of users and claims, for the workspace that invited them
     */
    public UserReplica(HeldBytes held) {
        this.held = held;
    }

    /**
     * A session and its user.
     *
     * @param session the session as it was started
     */
    public record SignedIn(Versioned<User> user, Session session) {}

    /** Shows how many users there are. */
    public void show(Bounds bounds, int usersMax) {
        bounds.show("users", byId::size, usersMax);
    }

    /** The number of users. */
    int size() {
        return byId.size();
    }

    /** The claims on addresses and accounts of providers, by their aggregates. */
    public Map<String, AddressClaim> claims() {
        return Collections.unmodifiableMap(claims);
    }

    /** The claim on an address or an account of a provider, by its aggregate. */
    public Optional<AddressClaim> claim(String aggregate) {
        return Optional.ofNullable(claims.get(aggregate));
    }

    /** The number of addresses claimed for a user. */
    public int addressesOf(String userId) {
        return addresses.getOrDefault(userId, 0);
    }

    /** Every user. */
    public Collection<Versioned<User>> all() {
        return Collections.unmodifiableCollection(byId.values());
    }

    /** The number of accounts created by invitations to a workspace, including users who have left it. */
    int invitedTo(String workspace) {
        return invitedTo.getOrDefault(workspace, 0);
    }

    /** The user with an id. */
    public Optional<Versioned<User>> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * The user who signs in with an address, by its hash. If an address has passed from one user to another, their events
     * arrive in any order, and those of the address in sequence: the address decides.
     */
    public Optional<Versioned<User>> byEmail(String emailHash) {
        AddressClaim claim = claims.get(User.claimOf(emailHash));
        return Optional.ofNullable(claim == null ? byEmail.get(emailHash) : claim.userId())
                .flatMap(this::current)
                .filter(known -> known.value().emailHash().equals(emailHash));
    }

    /** The user who signs in with an account of a provider, by its hash. */
    public Optional<Versioned<User>> byIdentity(String identity) {
        return Optional.ofNullable(byIdentity.get(identity))
                .flatMap(this::current)
                .filter(known -> identity.equals(known.value().identity()));
    }

    /** The session of a cookie, by its hash; the caller checks its expiry. */
    public Optional<SignedIn> bySession(String hash) {
        return Optional.ofNullable(bySession.get(hash))
                .flatMap(this::current)
                .flatMap(known ->
                        known.value().sessions().stream()
                                .filter(session -> session.hash().equals(hash))
                                .findFirst()
                                .map(session -> new SignedIn(known, session)));
    }

    /** A user who may be authenticated. */
    private Optional<Versioned<User>> current(String id) {
        return byId(id).filter(known -> !known.isUnknown());
    }

    /**
     * Makes a user invalid whose newest event cannot be read, until there is a newer event. A claim whose newest event cannot
     * be read belongs to no user until then.
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

    /** Applies a decided event; one that is older than the known state changes nothing. */
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

    /** The claim of an address without a user is removed: the user who had it has another address. */
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

    /**
     * @param times 1 for a new claim, -1 for a released one
     */
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

    /** Runs last, so that no user is missing while the entry changes. */
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
