package io.postrider.api.auth;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Role;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Every workspace and who belongs to it, in memory, so that what a user may do is known without asking anybody. */
public final class WorkspaceTable {

    private final Map<String, KnownWorkspace> byId = new ConcurrentHashMap<>();

    /** The workspace of an id. */
    public Optional<KnownWorkspace> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** What a user is in a workspace; empty for no member, and where there is no such workspace. */
    public Optional<Role> role(String workspace, String userId) {
        return byId(workspace)
                .flatMap(known -> known.workspace().member(userId))
                .map(Member::roleOf);
    }

    /** The workspaces that a user is a member of, the oldest first. */
    public List<KnownWorkspace> of(String userId) {
        return byId.values().stream()
                .filter(known -> known.workspace().member(userId).isPresent())
                .sorted(
                        Comparator.comparing(
                                        (KnownWorkspace known) -> known.workspace().createdAt())
                                .thenComparing(known -> known.workspace().id()))
                .toList();
    }

    /**
     * An invitation, and where it leads.
     *
     * @param workspace that it leads to
     */
    public record Inviting(Workspace workspace, Invitation invitation) {}

    /** The invitations of an address, by its hash, that can still be accepted. */
    public List<Inviting> inviting(String emailHash, Instant at) {
        return byId.values().stream()
                .map(KnownWorkspace::workspace)
                .flatMap(workspace ->
                        workspace.invitations().stream()
                                .filter(open ->
                                        open.emailHash().equals(emailHash) && open.isOpen(at))
                                .map(open -> new Inviting(workspace, open)))
                .toList();
    }

    /** Lets a decided event hold here at once; one that is older than what is known changes nothing. */
    public void apply(EventRecord event) {
        if (event.payload() instanceof WorkspaceEvent change) {
            byId.merge(
                    change.workspace().id(),
                    new KnownWorkspace(change.workspace(), event.header().sequence()),
                    (known, next) -> next.version() > known.version() ? next : known);
        }
    }
}
