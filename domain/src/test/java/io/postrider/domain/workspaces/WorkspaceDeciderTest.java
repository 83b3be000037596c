package io.postrider.domain.workspaces;

import static io.postrider.domain.workspaces.WorkspaceSamples.ADMIN;
import static io.postrider.domain.workspaces.WorkspaceSamples.ADMINISTERING;
import static io.postrider.domain.workspaces.WorkspaceSamples.ALL;
import static io.postrider.domain.workspaces.WorkspaceSamples.AT;
import static io.postrider.domain.workspaces.WorkspaceSamples.CREATED_AT;
import static io.postrider.domain.workspaces.WorkspaceSamples.DEVELOPER;
import static io.postrider.domain.workspaces.WorkspaceSamples.DEVELOPING;
import static io.postrider.domain.workspaces.WorkspaceSamples.ID;
import static io.postrider.domain.workspaces.WorkspaceSamples.INVITATION;
import static io.postrider.domain.workspaces.WorkspaceSamples.LATER;
import static io.postrider.domain.workspaces.WorkspaceSamples.OWNER;
import static io.postrider.domain.workspaces.WorkspaceSamples.OWNING;
import static io.postrider.domain.workspaces.WorkspaceSamples.STRANGER;
import static io.postrider.domain.workspaces.WorkspaceSamples.WORKSPACE;
import static io.postrider.domain.workspaces.WorkspaceSamples.invitation;
import static io.postrider.domain.workspaces.WorkspaceSamples.member;
import static io.postrider.domain.workspaces.WorkspaceSamples.workspace;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.workspaces.WorkspaceCommand.ChangeRole;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.Invite;
import io.postrider.domain.workspaces.WorkspaceCommand.Join;
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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkspaceDeciderTest {

    private static final RejectedRecords REJECTED =
            new RejectedRecords("postrider-webhooks", AT, 3, "java.lang.ArithmeticException");

    private final WorkspaceDecider decider = new WorkspaceDecider();
    private final DeciderSpec<WorkspaceCommand, WorkspaceState, WorkspaceEvent> spec =
            DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        Open open = new Open(WORKSPACE);
        CreateWorkspace create = new CreateWorkspace(WORKSPACE);
        Invitation other = invitation("inv_2", Role.ADMIN, ADMIN, LATER);
        List<Invitation> both = List.of(INVITATION, other);
        Member joined = new Member(STRANGER, "viewer", AT);
        var table =
                new DecisionTable<WorkspaceCommand, WorkspaceState, WorkspaceEvent>(decider, AT)
                        .accepts(
                                "unknown, create",
                                new Unknown(),
                                create,
                                new WorkspaceCreated(WORKSPACE))
                        .refuses("open, create", open, create, Rejection.exists("workspace", ID))
                        .accepts(
                                "open, rename",
                                open,
                                new RenameWorkspace("sales"),
                                new WorkspaceUpdated(
                                        workspace("sales", ALL, List.of(INVITATION), AT)))
                        .accepts("open, rename to the same", open, new RenameWorkspace("default"))
                        .accepts(
                                "open, invite",
                                open,
                                new Invite(other),
                                new MemberInvited(workspace("default", ALL, both, AT), "inv_2"))
                        .accepts(
                                "open, uninvite",
                                open,
                                new Uninvite("inv_1"),
                                new InvitationRevoked(
                                        workspace("default", ALL, List.of(), AT), "inv_1"))
                        .refuses(
                                "open, uninvite, unknown invitation",
                                open,
                                new Uninvite("inv_9"),
                                WorkspaceRejections.INVITATION_OVER)
                        .accepts(
                                "open, join",
                                open,
                                new Join("inv_1", STRANGER),
                                new MemberJoined(
                                        workspace(
                                                "default",
                                                List.of(OWNING, ADMINISTERING, DEVELOPING, joined),
                                                List.of(),
                                                AT),
                                        STRANGER))
                        .refuses(
                                "open, join by another",
                                open,
                                new Join("inv_9", STRANGER),
                                WorkspaceRejections.INVITATION_OVER)
                        .accepts(
                                "open, change a role",
                                open,
                                new ChangeRole(DEVELOPER, "admin", ADMIN),
                                new MemberChanged(
                                        workspace(
                                                "default",
                                                List.of(
                                                        OWNING,
                                                        ADMINISTERING,
                                                        member(DEVELOPER, Role.ADMIN)),
                                                List.of(INVITATION),
                                                AT),
                                        DEVELOPER))
                        .accepts(
                                "open, leave a role",
                                open,
                                new ChangeRole(DEVELOPER, "developer", ADMIN))
                        .accepts(
                                "open, remove",
                                open,
                                new RemoveMember(DEVELOPER, ADMIN),
                                new MemberRemoved(
                                        workspace(
                                                "default",
                                                List.of(OWNING, ADMINISTERING),
                                                List.of(INVITATION),
                                                AT),
                                        DEVELOPER))
                        .accepts(
                                "open, report rejections",
                                open,
                                new ReportRejections(REJECTED),
                                new RecordRejected(WORKSPACE, REJECTED));
        for (WorkspaceCommand command :
                List.of(
                        new RenameWorkspace("sales"),
                        new Invite(other),
                        new Uninvite("inv_1"),
                        new Join("inv_1", STRANGER),
                        new ChangeRole(DEVELOPER, "admin", ADMIN),
                        new RemoveMember(DEVELOPER, ADMIN),
                        new ReportRejections(REJECTED))) {
            table.refuses(
                    "unknown, " + command, new Unknown(), command, Rejection.notFound("workspace"));
        }
        return table.tests(WorkspaceState.class, WorkspaceCommand.class);
    }

    @ParameterizedTest
    @CsvSource({
        "owner,     owner,     true",
        "owner,     viewer,    true",
        "admin,     owner,     false",
        "admin,     admin,     true",
        "developer, viewer,    false",
        "viewer,    viewer,    false",
        "stranger,  viewer,    false",
        "key,       admin,     true",
        "key,       owner,     false",
    })
    void higherRolesCannotBeGranted(String by, String role, boolean accepted) {
        Workspace open =
                workspace(
                        "default",
                        List.of(
                                OWNING,
                                ADMINISTERING,
                                DEVELOPING,
                                member("usr_viewer", Role.VIEWER),
                                member("usr_other", Role.DEVELOPER)),
                        List.of(),
                        CREATED_AT);
        String who =
                switch (by) {
                    case "owner" -> OWNER;
                    case "admin" -> ADMIN;
                    case "developer" -> DEVELOPER;
                    case "viewer" -> "usr_viewer";
                    case "key" -> "";
                    default -> STRANGER;
                };
        Invitation invitation = invitation("inv_3", Role.named(role).orElseThrow(), who, LATER);

        for (WorkspaceCommand command :
                List.of(new Invite(invitation), new ChangeRole("usr_other", role, who))) {
            var decision = decider.decide(new Open(open), command, AT);
            if (accepted) {
                assertThat(decision).isInstanceOf(Decision.Accepted.class);
            } else {
                assertThat(decision)
                        .isEqualTo(Decision.reject(WorkspaceRejections.ROLE_EXCEEDS_OWN));
            }
        }
    }

    @Test
    void noAdministratorTakesAnOwnersRole() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new ChangeRole(OWNER, "viewer", ADMIN))
                .thenRefused(WorkspaceRejections.ROLE_EXCEEDS_OWN)
                .when(new RemoveMember(OWNER, ADMIN))
                .thenRefused(WorkspaceRejections.ROLE_EXCEEDS_OWN)
                .when(new RemoveMember(STRANGER, ADMIN))
                .thenRefused(Rejection.notFound("member"))
                .when(new ChangeRole(STRANGER, "viewer", OWNER))
                .thenRefused(Rejection.notFound("member"));
    }

    @Test
    void theLastOwnerStays() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new RemoveMember(OWNER, OWNER))
                .thenRefused(WorkspaceRejections.LAST_OWNER)
                .when(new ChangeRole(OWNER, "admin", OWNER))
                .thenRefused(WorkspaceRejections.LAST_OWNER);
    }

    @Test
    void aWorkspaceFromBeforeThereWereMembersIsItsMakers() {
        Workspace old = workspace("default", List.of(), List.of(), CREATED_AT);

        assertThat(old.members()).containsExactly(new Member(OWNER, "owner", CREATED_AT));
    }

    @Test
    void everybodyMayLeave() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new RemoveMember(DEVELOPER, DEVELOPER))
                .then(
                        new MemberRemoved(
                                workspace(
                                        "default",
                                        List.of(OWNING, ADMINISTERING),
                                        List.of(INVITATION),
                                        AT),
                                DEVELOPER));
    }

    @Test
    void demotedMembersLoseTheirHigherInvitations() {
        Invitation his =
                invitation("inv_his", Role.ADMIN, ADMIN, CREATED_AT.plusSeconds(1_000_000));
        Workspace open = workspace("default", ALL, List.of(his, INVITATION), CREATED_AT);

        spec.given(new WorkspaceCreated(open))
                .when(new RemoveMember(ADMIN, OWNER))
                .then(
                        new MemberRemoved(
                                workspace(
                                        "default",
                                        List.of(OWNING, DEVELOPING),
                                        List.of(INVITATION),
                                        AT),
                                ADMIN))
                .when(new Join("inv_his", STRANGER))
                .thenRefused(WorkspaceRejections.INVITATION_OVER);
    }
}
