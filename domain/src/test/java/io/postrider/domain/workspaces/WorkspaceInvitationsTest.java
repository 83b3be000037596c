package io.postrider.domain.workspaces;

import static io.postrider.domain.workspaces.WorkspaceSamples.ADMIN;
import static io.postrider.domain.workspaces.WorkspaceSamples.ADMINISTERING;
import static io.postrider.domain.workspaces.WorkspaceSamples.ALL;
import static io.postrider.domain.workspaces.WorkspaceSamples.AT;
import static io.postrider.domain.workspaces.WorkspaceSamples.CREATED_AT;
import static io.postrider.domain.workspaces.WorkspaceSamples.DEVELOPING;
import static io.postrider.domain.workspaces.WorkspaceSamples.INVITATION;
import static io.postrider.domain.workspaces.WorkspaceSamples.LATER;
import static io.postrider.domain.workspaces.WorkspaceSamples.OWNER;
import static io.postrider.domain.workspaces.WorkspaceSamples.OWNING;
import static io.postrider.domain.workspaces.WorkspaceSamples.STRANGER;
import static io.postrider.domain.workspaces.WorkspaceSamples.WORKSPACE;
import static io.postrider.domain.workspaces.WorkspaceSamples.invitation;
import static io.postrider.domain.workspaces.WorkspaceSamples.member;
import static io.postrider.domain.workspaces.WorkspaceSamples.workspace;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.workspaces.WorkspaceCommand.Invite;
import io.postrider.domain.workspaces.WorkspaceCommand.Join;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberInvited;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberJoined;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceCreated;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Invitations: address, expiry and role. */
class WorkspaceInvitationsTest {

    private final DeciderSpec<WorkspaceCommand, WorkspaceState, WorkspaceEvent> spec =
            DeciderSpec.of(new WorkspaceDecider(), AT);

    @Test
    void anInvitationIsGoodOnceAndUntilItsEnd() {
        Invitation over = invitation("inv_over", Role.ADMIN, OWNER, AT);
        Workspace open = workspace("default", ALL, List.of(over, INVITATION), CREATED_AT);
        Workspace joined =
                workspace(
                        "default",
                        List.of(
                                OWNING,
                                ADMINISTERING,
                                DEVELOPING,
                                new Member(STRANGER, "viewer", AT)),
                        List.of(),
                        AT);
        spec.given(new WorkspaceCreated(open))
                .when(new Join("inv_over", STRANGER))
                .thenRefused(WorkspaceRejections.INVITATION_OVER)
                .when(new Join("inv_1", STRANGER))
                .then(new MemberJoined(joined, STRANGER))
                .when(new Join("inv_1", "usr_other"))
                .thenRefused(WorkspaceRejections.INVITATION_OVER);
    }

    @Test
    void invitationsMustExpireInTheFuture() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new Invite(invitation("inv_over", Role.VIEWER, OWNER, AT)))
                .thenRefused(
                        Rejection.invalid(
                                FieldError.inThePast("/expires_at", AT, AT).stream().toList()));
    }

    @Test
    void aReinvitedMemberKeepsTheRole() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new Join("inv_1", ADMIN))
                .then(
                        new MemberJoined(
                                workspace(
                                        "default",
                                        List.of(OWNING, DEVELOPING, ADMINISTERING),
                                        List.of(),
                                        AT),
                                ADMIN));
    }

    @Test
    void aSecondInvitationOfAnAddressReplacesTheFirst() {
        Invitation again =
                new Invitation(
                        "inv_2",
                        "sealed again",
                        INVITATION.emailHash(),
                        "admin",
                        "t2",
                        OWNER,
                        AT,
                        LATER);
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new Invite(again))
                .then(new MemberInvited(workspace("default", ALL, List.of(again), AT), "inv_2"));
    }

    @Test
    void invitationsToHigherRolesCannotBeReplaced() {
        Invitation higher = invitation("inv_1", Role.OWNER, OWNER, LATER);
        Invitation lower =
                new Invitation(
                        "inv_2", "sealed", higher.emailHash(), "viewer", "t2", ADMIN, AT, LATER);

        spec.given(new WorkspaceCreated(workspace("default", ALL, List.of(higher), CREATED_AT)))
                .when(new Invite(lower))
                .thenRefused(WorkspaceRejections.ROLE_EXCEEDS_OWN);
    }

    @Test
    void thereIsRoomForSoManyAndNoMore() {
        List<Invitation> invitations = new ArrayList<>();
        IntStream.range(0, Workspace.INVITATIONS_MAX)
                .forEach(i -> invitations.add(invitation("inv_" + i, Role.VIEWER, OWNER, LATER)));
        List<Member> members = new ArrayList<>(List.of(OWNING));
        IntStream.range(1, Workspace.MEMBERS_MAX)
                .forEach(i -> members.add(member("usr_" + i, Role.VIEWER)));
        spec.given(new WorkspaceCreated(workspace("default", members, invitations, CREATED_AT)))
                .when(new Invite(invitation("inv_more", Role.VIEWER, OWNER, LATER)))
                .thenRefused(WorkspaceRejections.FULL)
                .when(new Join("inv_1", STRANGER))
                .thenRefused(WorkspaceRejections.FULL);
    }
}
