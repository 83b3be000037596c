package io.postrider.identity.auth;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Role;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.web.resource.Versioned;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every workspace and its members, in memory, so that the edge decides on a user's permissions without a remote call. Indexes
 * by member and by invited address keep a look-up from reading other workspaces.
 */
public final class WorkspaceReplica {

    private final ConcurrentMap<String, Versioned<Workspace>> byId;
    private final Map<String, Set<String>> byMember = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> byInvited = new ConcurrentHashMap<>();

    /**
     * Every request and every redirect of a limited link reads the owner, so it is not searched among the members each time.
     */
    private final Map<String, String> owners = new ConcurrentHashMap<>();

    private final HeldBytes held;

    public WorkspaceReplica() {
        this(new HeldBytes());
    }

    /**
     * @param held counter of the memory that the workspaces take
     */
    public WorkspaceReplica(HeldBytes held) {
        this(new ConcurrentHashMap<>(), held);
    }

    WorkspaceReplica(ConcurrentMap<String, Versioned<Workspace>> byId, HeldBytes held) {
        this.byId = byId;
        this.held = held;
    }

    /** The workspace with an id. */
    public Optional<Versioned<Workspace>> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The role of a user in a workspace; empty if the user is not a member or the workspace does not exist. */
    public Optional<Role> role(String workspace, String userId) {
        return byId(workspace)
                .filter(known -> !known.isUnknown())
                .flatMap(known -> known.value().member(userId))
                .map(Member::roleOf);
    }

    /** The workspaces that a user is a member of, oldest first. */
    public List<Versioned<Workspace>> of(String userId) {
        return indexed(byMember, userId)
                .filter(known -> !known.isUnknown() && known.value().member(userId).isPresent())
                .sorted(
                        Comparator.comparing(
                                        (Versioned<Workspace> known) -> known.value().createdAt())
                                .thenComparing(known -> known.value().id()))
                .toList();
    }

    /** The user who has owned a workspace for longest; the resources of the workspace count against this user. */
    public Optional<String> owner(String workspace) {
        return Optional.ofNullable(owners.get(workspace));
    }

    private static Optional<String> owner(Workspace workspace) {
        return workspace.members().stream()
                .filter(member -> member.roleOf() == Role.OWNER)
                .min(Comparator.comparing(Member::since))
                .map(Member::userId);
    }

    /** The ids of the workspaces that count against a user. */
    Stream<String> ownedBy(String userId) {
        return indexed(byMember, userId)
                .map(Versioned::value)
                .filter(workspace -> owner(workspace).filter(userId::equals).isPresent())
                .map(Workspace::id);
    }

    /**
     * An invitation and its workspace.
     *
     * @param workspace the workspace of the invitation
     */
    public record Inviting(Workspace workspace, Invitation invitation) {}

    /** The invitations of an address, by its hash, that can still be accepted. */
    public List<Inviting> inviting(String emailHash, Instant at) {
        return indexed(byInvited, emailHash)
                .filter(known -> !known.isUnknown())
                .map(Versioned::value)
                .flatMap(workspace ->
                        workspace.invitations().stream()
                                .filter(open ->
                                        open.emailHash().equals(emailHash) && open.isOpen(at))
                                .map(open -> new Inviting(workspace, open)))
                .toList();
    }

    /** Applies a decided event; one that is older than the known state changes nothing. */
    public void apply(EventRecord event) {
        if (event.payload() instanceof WorkspaceEvent change) {
            byId.compute(
                    change.workspace().id(),
                    (_, known) ->
                            newer(
                                    known,
                                    new Versioned<>(
                                            change.workspace(), event.header().sequence())));
        }
    }

    /** Makes the members of a workspace whose newest event cannot be read invalid, until there is a newer event. */
    public void becomeUnknown(String id) {
        byId.computeIfPresent(
                id, (_, known) -> new Versioned<>(known.value(), known.version(), true));
    }

    /** The entries of one workspace in the indexes change under the lock of the workspace, so that they agree with it. */
    private Versioned<Workspace> newer(
            @Nullable Versioned<Workspace> known, Versioned<Workspace> next) {
        if (known != null && known.version() >= next.version()) {
            return known;
        }
        String id = next.value().id();
        Optional<Workspace> before = Optional.ofNullable(known).map(Versioned::value);
        reindex(byMember, id, before.map(WorkspaceReplica::members), members(next.value()));
        reindex(byInvited, id, before.map(WorkspaceReplica::invited), invited(next.value()));
        owners.compute(id, (_, _) -> owner(next.value()).orElse(null));
        held.replace(id, before.orElse(null), next.value());
        return next;
    }

    private static Set<String> members(Workspace workspace) {
        return workspace.members().stream().map(Member::userId).collect(Collectors.toSet());
    }

    private static Set<String> invited(Workspace workspace) {
        return workspace.invitations().stream()
                .map(Invitation::emailHash)
                .collect(Collectors.toSet());
    }

    private static void reindex(
            Map<String, Set<String>> index,
            String id,
            Optional<Set<String>> before,
            Set<String> now) {
        now.forEach(key ->
                index.compute(
                        key,
                        (_, ids) -> {
                            Set<String> all = ids == null ? ConcurrentHashMap.newKeySet() : ids;
                            all.add(id);
                            return all;
                        }));
        before.orElse(Set.of()).stream()
                .filter(key -> !now.contains(key))
                .forEach(key ->
                        index.computeIfPresent(
                                key,
                                (_, ids) -> {
                                    ids.remove(id);
                                    return ids.isEmpty() ? null : ids;
                                }));
    }

    private Stream<Versioned<Workspace>> indexed(Map<String, Set<String>> index, String key) {
        return index.getOrDefault(key, Set.of()).stream().flatMap(id -> byId(id).stream());
    }
}
