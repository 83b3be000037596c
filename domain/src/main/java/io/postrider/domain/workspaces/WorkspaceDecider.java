package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.workspaces.WorkspaceCommand.ChangeRole;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.Invite;
import io.postrider.domain.workspaces.WorkspaceCommand.Join;
import io.postrider.domain.workspaces.WorkspaceCommand.OfOpen;
import io.postrider.domain.workspaces.WorkspaceCommand.RemoveMember;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.ReportRejections;
import io.postrider.domain.workspaces.WorkspaceCommand.Uninvite;
import io.postrider.domain.workspaces.WorkspaceEvent.InvitationRevoked;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberChanged;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberInvited;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberJoined;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberRemoved;
import io.postrider.domain.workspaces.WorkspaceEvent.RecordRejected;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceCreated;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceUpdated;
import io.postrider.domain.workspaces.WorkspaceState.Open;
import io.postrider.domain.workspaces.WorkspaceState.Unknown;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides on workspaces and their members: a workspace always has an owner, and a caller cannot grant more than the own role.
 */
public final class WorkspaceDecider
        implements Decider<WorkspaceCommand, WorkspaceState, WorkspaceEvent> {

    @Override
    public WorkspaceState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<WorkspaceEvent> decide(
            WorkspaceState state, WorkspaceCommand command, Instant at) {
        return switch (command) {
            case CreateWorkspace(Workspace workspace) ->
                    state instanceof Open
                            ? Decision.reject(Rejection.exists("workspace", workspace.id()))
                            : Decision.accept(new WorkspaceCreated(workspace));
            case OfOpen change ->
                    state instanceof Open(Workspace open)
                            ? changed(open, change, at)
                            : Decision.reject(Rejection.notFound("workspace"));
        };
    }

    @Override
    public WorkspaceState evolve(WorkspaceState state, WorkspaceEvent event) {
        return new Open(event.workspace());
    }

    private static Decision<WorkspaceEvent> changed(Workspace open, OfOpen command, Instant at) {
        return switch (command) {
            case RenameWorkspace(String name) ->
                    open.name().equals(name)
                            ? Decision.unchanged()
                            : Decision.accept(new WorkspaceUpdated(open.renamed(name, at)));
            case Invite(Invitation invitation) -> invited(open, invitation, at);
            case Uninvite(String id) ->
                    open.invitation(id, at).isPresent()
                            ? Decision.accept(
                                    new InvitationRevoked(open.withoutInvitation(id, at), id))
                            : Decision.reject(WorkspaceRejections.INVITATION_OVER);
            case Join(String id, String userId) -> joined(open, id, userId, at);
            case ChangeRole change -> roleChanged(open, change, at);
            case RemoveMember removal -> removed(open, removal, at);
            case ReportRejections(RejectedRecords rejected) ->
                    Decision.accept(new RecordRejected(open, rejected));
        };
    }

    private static Decision<WorkspaceEvent> invited(
            Workspace open, Invitation invitation, Instant at) {
        Role role = Role.named(invitation.role()).orElse(Role.VIEWER);
        if (!open.mayGive(invitation.invitedBy(), role)
                || !open.mayReplace(invitation.invitedBy(), invitation, at)) {
            return Decision.reject(WorkspaceRejections.ROLE_EXCEEDS_OWN);
        }
        Optional<FieldError> past = FieldError.inThePast("/expires_at", invitation.expiresAt(), at);
        if (past.isPresent()) {
            return Decision.reject(Rejection.invalid(List.of(past.get())));
        }
        Workspace changed = open.with(invitation, at);
        return changed.invitations().size() > Workspace.INVITATIONS_MAX
                ? Decision.reject(WorkspaceRejections.FULL)
                : Decision.accept(new MemberInvited(changed, invitation.id()));
    }

    private static Decision<WorkspaceEvent> joined(
            Workspace open, String invitationId, String userId, Instant at) {
        Optional<Invitation> invitation = open.invitation(invitationId, at);
        if (invitation.isEmpty()) {
            return Decision.reject(WorkspaceRejections.INVITATION_OVER);
        }
        // An existing member keeps the present role.
        Member member = open.member(userId).orElse(new Member(userId, invitation.get().role(), at));
        Workspace changed = open.withoutInvitation(invitationId, at).with(member, at);
        return changed.members().size() > Workspace.MEMBERS_MAX
                ? Decision.reject(WorkspaceRejections.FULL)
                : Decision.accept(new MemberJoined(changed, userId));
    }

    private static Decision<WorkspaceEvent> roleChanged(
            Workspace open, ChangeRole change, Instant at) {
        Optional<Member> member = open.member(change.userId());
        if (member.isEmpty()) {
            return Decision.reject(Rejection.notFound("member"));
        }
        Role wanted = Role.named(change.role()).orElse(Role.VIEWER);
        Role had = member.get().roleOf();
        if (had == wanted) {
            return Decision.unchanged();
        }
        if (!open.mayGive(change.by(), wanted) || !open.mayGive(change.by(), had)) {
            return Decision.reject(WorkspaceRejections.ROLE_EXCEEDS_OWN);
        }
        return had == Role.OWNER && !open.hasOwnerBeside(change.userId())
                ? Decision.reject(WorkspaceRejections.LAST_OWNER)
                : Decision.accept(
                        new MemberChanged(
                                open.with(
                                                new Member(
                                                        change.userId(),
                                                        wanted.label(),
                                                        member.get().since()),
                                                at)
                                        .withoutLapsed(at),
                                change.userId()));
    }

    private static Decision<WorkspaceEvent> removed(
            Workspace open, RemoveMember removal, Instant at) {
        Optional<Member> member = open.member(removal.userId());
        if (member.isEmpty()) {
            return Decision.reject(Rejection.notFound("member"));
        }
        boolean leaves = removal.by().equals(removal.userId());
        if (!leaves && !open.mayGive(removal.by(), member.get().roleOf())) {
            return Decision.reject(WorkspaceRejections.ROLE_EXCEEDS_OWN);
        }
        return member.get().roleOf() == Role.OWNER && !open.hasOwnerBeside(removal.userId())
                ? Decision.reject(WorkspaceRejections.LAST_OWNER)
                : Decision.accept(
                        new MemberRemoved(
                                open.without(removal.userId(), at).withoutLapsed(at),
                                removal.userId()));
    }
}
