package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.RejectedRecords;
import io.postrider.domain.workspaces.Role;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand;
import io.postrider.domain.workspaces.WorkspaceCommand.ChangeRole;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.Invite;
import io.postrider.domain.workspaces.WorkspaceCommand.Join;
import io.postrider.domain.workspaces.WorkspaceCommand.RemoveMember;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.ReportRejections;
import io.postrider.domain.workspaces.WorkspaceCommand.Uninvite;
import io.postrider.domain.workspaces.WorkspaceDecider;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.domain.workspaces.WorkspaceEvent.InvitationRevoked;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberChanged;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberInvited;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberJoined;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberRemoved;
import io.postrider.domain.workspaces.WorkspaceEvent.RecordRejected;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceCreated;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceUpdated;
import io.postrider.domain.workspaces.WorkspaceState;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.WorkspaceJson;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Workspaces, their members and invitations. */
final class WorkspaceAggregate {

    private static final List<CommandType<WorkspaceCommand>> COMMANDS =
            List.of(
                    command(
                            "workspace.create",
                            CreateWorkspace.class,
                            ADDS,
                            s -> new CreateWorkspace(workspace(s))),
                    command(
                            "workspace.rename",
                            RenameWorkspace.class,
                            CHANGES,
                            s -> new RenameWorkspace("marketing")),
                    command("workspace.invite", Invite.class, ADDS, s -> new Invite(invitation(s))),
                    command(
                            "workspace.uninvite",
                            Uninvite.class,
                            REVOKES_ACCESS,
                            s -> new Uninvite(s.id(IdKind.INV))),
                    command(
                            "workspace.join",
                            Join.class,
                            CHANGES,
                            s -> new Join(s.id(IdKind.INV), invited(s))),
                    command(
                            "workspace.change_role",
                            ChangeRole.class,
                            CHANGES,
                            s -> new ChangeRole(invited(s), Role.ADMIN.label(), s.id(IdKind.USR))),
                    command(
                            "workspace.remove_member",
                            RemoveMember.class,
                            REVOKES_ACCESS,
                            s -> new RemoveMember(invited(s), s.id(IdKind.USR))),
                    command(
                            "workspace.report_rejections",
                            ReportRejections.class,
                            CHANGES,
                            _ -> new ReportRejections(rejected())));

    private static final List<EventType<WorkspaceEvent>> EVENTS =
            List.of(
                    event("workspace.created", WorkspaceCreated.class, "A workspace was created."),
                    event("workspace.updated", WorkspaceUpdated.class, "A workspace was renamed."),
                    about(
                            "workspace.member_invited",
                            MemberInvited.class,
                            "A user was invited to a workspace."),
                    about(
                            "workspace.invitation_revoked",
                            InvitationRevoked.class,
                            "An invitation to a workspace was revoked."),
                    about(
                            "workspace.member_joined",
                            MemberJoined.class,
                            "A member was added to a workspace."),
                    about(
                            "workspace.member_changed",
                            MemberChanged.class,
                            "The role of a member of a workspace was changed."),
                    about(
                            "workspace.member_removed",
                            MemberRemoved.class,
                            "A member was removed from a workspace, or left it."),
                    about(
                            "workspace.record_rejected",
                            RecordRejected.class,
                            "Records of a workspace could not be processed and were moved to the dead-letter topic."));

    static final AggregateType<WorkspaceCommand, WorkspaceState, WorkspaceEvent, Workspace> ENTRY =
            new AggregateType<>(
                    "workspace",
                    Context.WORKSPACES,
                    new WorkspaceDecider(),
                    WorkspaceCommand.class,
                    WorkspaceEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.WS),
                            true,
                            Workspace.class,
                            (workspace, version, _) -> WorkspaceJson.of(workspace, version),
                            Replica.MEMORY,
                            List.of()),
                    Stream.concat(
                                    Scope.readWrite("workspace").stream(),
                                    Scope.readWrite("members").stream())
                            .toList());

    private WorkspaceAggregate() {}

    private static EventType<WorkspaceEvent> about(
            String name, Class<? extends WorkspaceEvent> type, String sentence) {
        return new EventType<>(
                name, type, sentence, (event, node, _) -> WorkspaceJson.addSubject(event, node));
    }

    private static Workspace workspace(Sample s) {
        return Workspace.opened(s.workspace(), "default", s.id(IdKind.USR), Sample.AT);
    }

    private static String invited(Sample s) {
        return Sample.id(IdKind.USR, s.number() + 1);
    }

    private static RejectedRecords rejected() {
        return new RejectedRecords(
                "postrider-dispatcher",
                Sample.AT.truncatedTo(ChronoUnit.MINUTES),
                3,
                "java.lang.IllegalStateException");
    }

    private static Invitation invitation(Sample s) {
        return new Invitation(
                s.id(IdKind.INV),
                "sealed",
                "00ff",
                Role.DEVELOPER.label(),
                "22ff",
                s.id(IdKind.USR),
                Sample.AT,
                Sample.END);
    }
}
