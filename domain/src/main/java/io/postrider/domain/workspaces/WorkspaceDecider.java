package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceCreated;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceUpdated;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceExists;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceMissing;
import io.postrider.domain.workspaces.WorkspaceState.Open;
import io.postrider.domain.workspaces.WorkspaceState.Unknown;
import java.time.Instant;

/** Decides on workspaces. */
public final class WorkspaceDecider
        implements Decider<WorkspaceCommand, WorkspaceState, WorkspaceEvent, WorkspaceRejection> {

    @Override
    public WorkspaceState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<WorkspaceEvent, WorkspaceRejection> decide(
            WorkspaceState state, WorkspaceCommand command, Instant at) {
        return switch (command) {
            case CreateWorkspace(Workspace workspace) ->
                    state instanceof Open
                            ? Decision.reject(new WorkspaceExists(workspace.id()))
                            : Decision.accept(new WorkspaceCreated(workspace));
            case RenameWorkspace(String name) -> rename(state, name, at);
        };
    }

    @Override
    public WorkspaceState evolve(WorkspaceState state, WorkspaceEvent event) {
        return switch (event) {
            case WorkspaceCreated(Workspace workspace) -> new Open(workspace);
            case WorkspaceUpdated(Workspace workspace) -> new Open(workspace);
        };
    }

    private static Decision<WorkspaceEvent, WorkspaceRejection> rename(
            WorkspaceState state, String name, Instant at) {
        return switch (state) {
            case Unknown() -> Decision.reject(new WorkspaceMissing());
            case Open(Workspace open) ->
                    open.name().equals(name)
                            ? Decision.unchanged()
                            : Decision.accept(
                                    new WorkspaceUpdated(
                                            new Workspace(
                                                    open.id(),
                                                    name,
                                                    open.ownerId(),
                                                    open.createdAt(),
                                                    at)));
        };
    }
}
