package io.postrider.identity.auth;

import io.postrider.domain.kernel.Edit;
import io.postrider.domain.workspaces.WorkspaceCommand;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Replica;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.WriteGuard;
import java.util.Optional;

/**
 * Rejects commands that enlarge the replicas in memory if the workspaces of one owner, or all workspaces, have reached their
 * limit. The check uses the state that this node knows: together, nodes exceed a limit by no more than each of them accepts
 * before it reads the others' events.
 */
public final class MemoryQuota implements WriteGuard {

    private final HeldBytes held;
    private final WorkspaceReplica workspaces;
    private final UserReplica users;
    private final TenantLimits limits;

    public MemoryQuota(
            HeldBytes held, WorkspaceReplica workspaces, UserReplica users, TenantLimits limits) {
        this.held = held;
        this.workspaces = workspaces;
        this.users = users;
        this.limits = limits;
    }

    @Override
    public Optional<Problem> refuse(String workspace, Record command) {
        return grows(command) ? refuse(owner(workspace, command)) : Optional.empty();
    }

    /** The reason why an invitation to a workspace may not create a new account. */
    public Optional<Problem> refuseUser(String workspace) {
        if (users.size() >= limits.users()) {
            return Optional.of(
                    tooManyUsers(
                            "The installation has reached its limit of %d users."
                                    .formatted(limits.users())));
        }
        Optional<String> owner = workspaces.owner(workspace);
        return owner.filter(this::hasLetInTooMany)
                .map(_ ->
                        tooManyUsers(
                                "The workspaces of the owner have reached the limit of %d invited users."
                                        .formatted(limits.usersPerOwner())))
                .or(() -> refuse(owner));
    }

    private boolean hasLetInTooMany(String owner) {
        return workspaces.ownedBy(owner).mapToLong(users::invitedTo).sum()
                >= limits.usersPerOwner();
    }

    private Optional<Problem> refuse(Optional<String> owner) {
        if (held.all() >= limits.nodeBytes()) {
            return Optional.of(
                    Problem.of(
                            507,
                            "memory_low",
                            "All workspaces together have reached the memory limit of the node."));
        }
        return owner.filter(this::isFull)
                .map(_ ->
                        Problem.of(
                                409,
                                "owner_memory_full",
                                "The workspaces of the owner have reached the limit of %d MB in memory."
                                        .formatted(limits.ownerBytes() >> 20)));
    }

    private boolean isFull(String owner) {
        return workspaces.ownedBy(owner).mapToLong(held::of).sum() >= limits.ownerBytes();
    }

    private Optional<String> owner(String workspace, Record command) {
        return command instanceof WorkspaceCommand.CreateWorkspace(var opened)
                ? Optional.of(opened.ownerId())
                : workspaces.owner(workspace);
    }

    /** An owner whose memory is full can still remove, narrow and shrink resources. */
    private static boolean grows(Record command) {
        boolean inMemory =
                Catalogue.commanded(command)
                        .filter(entry -> entry.context().isOfWorkspaces())
                        .filter(entry -> entry.resource().replica() == Replica.MEMORY)
                        .isPresent();
        return inMemory
                && switch (Catalogue.effect(command).orElseThrow()) {
                    case ADDS -> true;
                    case EDITS -> command instanceof Edit edit && edit.bringsText();
                    case CHANGES, REMOVES, REVOKES_ACCESS, BEGINS_SESSION, CLOCK -> false;
                };
    }

    private static Problem tooManyUsers(String detail) {
        return Problem.of(409, "too_many_users", detail + ".");
    }
}
