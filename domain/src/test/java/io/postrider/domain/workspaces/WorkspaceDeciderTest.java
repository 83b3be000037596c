package io.postrider.domain.workspaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceCreated;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceUpdated;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceExists;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceMissing;
import io.postrider.domain.workspaces.WorkspaceState.Open;
import io.postrider.domain.workspaces.WorkspaceState.Unknown;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WorkspaceDeciderTest {

    private static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final String ID = "ws_01h455vb4pex5vsknk084sn02q";
    private static final String OWNER = "usr_01h455vb4pex5vsknk084sn02q";
    private static final Workspace WORKSPACE =
            new Workspace(ID, "default", OWNER, CREATED_AT, CREATED_AT);
    private static final Workspace RENAMED = new Workspace(ID, "sales", OWNER, CREATED_AT, AT);

    private final WorkspaceDecider decider = new WorkspaceDecider();
    private final DeciderSpec<WorkspaceCommand, WorkspaceState, WorkspaceEvent, WorkspaceRejection>
            spec = DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        Open open = new Open(WORKSPACE);
        CreateWorkspace create = new CreateWorkspace(WORKSPACE);
        return new DecisionTable<
                        WorkspaceCommand, WorkspaceState, WorkspaceEvent, WorkspaceRejection>(
                        decider, AT)
                .accepts("unknown, create", new Unknown(), create, new WorkspaceCreated(WORKSPACE))
                .refuses(
                        "unknown, rename",
                        new Unknown(),
                        new RenameWorkspace("sales"),
                        new WorkspaceMissing())
                .refuses("open, create", open, create, new WorkspaceExists(ID))
                .accepts(
                        "open, rename",
                        open,
                        new RenameWorkspace("sales"),
                        new WorkspaceUpdated(RENAMED))
                .accepts("open, rename to the same", open, new RenameWorkspace("default"))
                .tests(WorkspaceState.class, WorkspaceCommand.class);
    }

    @Test
    void aRenameSentTwiceHappensOnce() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new RenameWorkspace("sales"))
                .then(new WorkspaceUpdated(RENAMED))
                .when(new RenameWorkspace("sales"))
                .thenNothing();
    }

    @Test
    void namesThatDifferInCaseAreDifferent() {
        spec.given(new WorkspaceCreated(WORKSPACE))
                .when(new RenameWorkspace("Default"))
                .then(new WorkspaceUpdated(new Workspace(ID, "Default", OWNER, CREATED_AT, AT)));
    }

    @Test
    void randomHistoriesKeepTheLaws() {
        new RandomHistories<>(
                        decider,
                        WorkspaceDeciderTest::randomCommand,
                        _ -> true,
                        () -> WorkspaceDeciderTest::onlyNameAndTimeChange)
                .check(WorkspaceEvent.class, WorkspaceRejection.class);
    }

    private static WorkspaceCommand randomCommand(Random random) {
        String name = "name" + random.nextInt(4);
        return random.nextInt(4) == 0
                ? new CreateWorkspace(new Workspace(ID, name, OWNER, CREATED_AT, CREATED_AT))
                : new RenameWorkspace(name);
    }

    private static void onlyNameAndTimeChange(
            Step<WorkspaceCommand, WorkspaceState, WorkspaceEvent, WorkspaceRejection> step) {
        if (step.before() instanceof Open(Workspace before)
                && step.after() instanceof Open(Workspace after)) {
            String name =
                    step.command() instanceof RenameWorkspace(String wanted)
                            ? wanted
                            : before.name();
            Instant updatedAt = name.equals(before.name()) ? before.updatedAt() : step.at();
            assertThat(after).isEqualTo(new Workspace(ID, name, OWNER, CREATED_AT, updatedAt));
        } else {
            assertThat(step.before()).isEqualTo(new Unknown());
        }
    }
}
