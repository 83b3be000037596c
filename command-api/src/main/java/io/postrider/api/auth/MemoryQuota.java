package io.postrider.api.auth;

import io.postrider.api.http.Problem;
import io.postrider.api.http.WriteGuard;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.workspaces.WorkspaceCommand;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what makes the tables in memory grow where the workspaces of one owner, or all workspaces, keep as much there as they
 * may. It goes by what this node knows. Nodes exceed a bound together by no more than what each of them accepts before it
 * hears of the others.
 */
public final class MemoryQuota implements WriteGuard {

    private final HeldBytes held;
    private final WorkspaceTable workspaces;
    private final UserTable users;
    private final TenantLimits limits;

    public MemoryQuota(
            HeldBytes held, WorkspaceTable workspaces, UserTable users, TenantLimits limits) {
        this.held = held;
        this.workspaces = workspaces;
        this.users = users;
        this.limits = limits;
    }

    @Override
    public Optional<Problem> refuse(String workspace, Record command) {
        return grows(command) ? refuse(owner(workspace, command)) : Optional.empty();
    }

    /** Why an invitation to a workspace may not make a new account. */
    public Optional<Problem> refuseUser(String workspace) {
        if (users.size() >= limits.users()) {
            return Optional.of(
                    tooManyUsers(
                            "The installation has as many users as it may: " + limits.users()));
        }
        Optional<String> owner = workspaces.owner(workspace);
        return owner.filter(this::hasLetInTooMany)
                .map(_ ->
                        tooManyUsers(
                                "Invitations to the workspaces of one owner have made %d accounts"
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
                            "All workspaces together keep as much in memory as they may."));
        }
        return owner.filter(this::isFull)
                .map(_ ->
                        Problem.of(
                                409,
                                "owner_memory_full",
                                "The workspaces of this workspace's owner keep %d MB in memory, which is all that they may."
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

    /**
     * An owner whose memory is full must still be able to end, narrow and shrink what is there. A rotation adds one former
     * secret to a key, and scopes are few words, so both are let through.
     */
    private static boolean grows(Record command) {
        return switch (command) {
            case KeyCommand.CreateKey _ -> true;
            case KeyCommand.UpdateKey(_, var patch) ->
                    brings(patch.name(), patch.resources(), patch.ipAllow(), patch.origins());
            case WebhookCommand.CreateWebhook _ -> true;
            case WebhookCommand.UpdateWebhook(_, var patch) ->
                    brings(patch.url(), patch.description(), patch.eventTypes(), patch.metadata());
            case WorkspaceCommand.CreateWorkspace _, WorkspaceCommand.Invite _ -> true;
            case ModelCommand.CreateModel _, ModelCommand.CreateConnection _ -> true;
            case ModelCommand.UpdateModel(_, var patch) ->
                    brings(
                            patch.connectionId(),
                            patch.upstreamModel(),
                            patch.displayName(),
                            patch.defaults().system(),
                            patch.metadata());
            case ModelCommand.UpdateConnection(_, var patch) ->
                    brings(
                            patch.name(),
                            patch.baseUrl(),
                            patch.headers(),
                            patch.apiKey(),
                            patch.metadata());
            default -> false;
        };
    }

    /** Whether a change brings text, not only numbers, times, switches and removals. */
    private static boolean brings(@Nullable Object... values) {
        return Arrays.stream(values)
                .anyMatch(value ->
                        switch (value) {
                            case null -> false;
                            case Collection<?> all -> !all.isEmpty();
                            case Map<?, ?> map -> !map.isEmpty();
                            default -> true;
                        });
    }

    private static Problem tooManyUsers(String detail) {
        return Problem.of(409, "too_many_users", detail + ".");
    }
}
