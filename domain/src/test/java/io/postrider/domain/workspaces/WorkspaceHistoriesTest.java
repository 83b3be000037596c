package io.postrider.domain.workspaces;

import static io.postrider.domain.workspaces.WorkspaceSamples.ADMIN;
import static io.postrider.domain.workspaces.WorkspaceSamples.CREATED_AT;
import static io.postrider.domain.workspaces.WorkspaceSamples.DEVELOPER;
import static io.postrider.domain.workspaces.WorkspaceSamples.LATER;
import static io.postrider.domain.workspaces.WorkspaceSamples.OWNER;
import static io.postrider.domain.workspaces.WorkspaceSamples.OWNING;
import static io.postrider.domain.workspaces.WorkspaceSamples.STRANGER;
import static io.postrider.domain.workspaces.WorkspaceSamples.WORKSPACE;
import static io.postrider.domain.workspaces.WorkspaceSamples.invitation;
import static io.postrider.domain.workspaces.WorkspaceSamples.member;
import static io.postrider.domain.workspaces.WorkspaceSamples.workspace;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.workspaces.WorkspaceCommand.ChangeRole;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.Invite;
import io.postrider.domain.workspaces.WorkspaceCommand.Join;
import io.postrider.domain.workspaces.WorkspaceCommand.RemoveMember;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.ReportRejections;
import io.postrider.domain.workspaces.WorkspaceCommand.Uninvite;
import io.postrider.domain.workspaces.WorkspaceState.Open;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Laws of every history of a workspace. */
class WorkspaceHistoriesTest {

    @Test
    void aWorkspaceAlwaysHasAnOwner() {
        new RandomHistories<>(
                        new WorkspaceDecider(),
                        WorkspaceHistoriesTest::randomCommand,
                        WorkspaceHistoriesTest::isIdempotent,
                        () -> WorkspaceHistoriesTest::aWorkspaceHasAnOwner)
                .check(
                        WorkspaceEvent.class,
                        "workspace_exists",
                        "not_found",
                        "invitation_over",
                        "role_exceeds_own",
                        "last_owner",
                        "workspace_full",
                        "invalid");
    }

    private static boolean isIdempotent(WorkspaceCommand command) {
        return !(command instanceof Invite || command instanceof ReportRejections);
    }

    private static WorkspaceCommand randomCommand(Random random) {
        List<String> users = List.of(OWNER, ADMIN, DEVELOPER, STRANGER);
        String user = users.get(random.nextInt(users.size()));
        String by = random.nextInt(8) == 0 ? "" : users.get(random.nextInt(users.size()));
        List<Role> roles = List.of(Role.values());
        Role role = roles.get(random.nextInt(roles.size()));
        String id = "inv_" + random.nextInt(3);
        return switch (random.nextInt(16)) {
            case 0 -> new CreateWorkspace(crowded());
            case 1, 2, 3 -> new CreateWorkspace(WORKSPACE);
            case 4 -> new RenameWorkspace("name" + random.nextInt(4));
            case 5, 6 ->
                    new Invite(
                            invitation(
                                    id, role, by, random.nextInt(8) == 0 ? Instant.EPOCH : LATER));
            case 7 -> new Uninvite(id);
            case 8, 9 -> new Join(id, user);
            case 10, 11, 12 -> new ChangeRole(user, role.label(), by);
            case 13 -> new ReportRejections(new RejectedRecords("app", LATER, 1, "bug"));
            default -> new RemoveMember(user, by);
        };
    }

    private static Workspace crowded() {
        List<Member> members = new ArrayList<>(List.of(OWNING));
        IntStream.range(1, Workspace.MEMBERS_MAX)
                .forEach(i -> members.add(member("usr_" + i, Role.VIEWER)));
        return workspace(
                "crowd",
                members,
                List.of(invitation("inv_0", Role.VIEWER, OWNER, LATER)),
                CREATED_AT);
    }

    private static void aWorkspaceHasAnOwner(
            Step<WorkspaceCommand, WorkspaceState, WorkspaceEvent> step) {
        if (step.after() instanceof Open(Workspace open)) {
            assertThat(open.members()).anyMatch(member -> member.roleOf() == Role.OWNER);
            assertThat(open.members()).extracting(Member::userId).doesNotHaveDuplicates();
        }
    }
}
