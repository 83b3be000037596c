package io.postrider.api;

import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceCreated;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import java.time.Instant;

/** Events of workspaces. */
public final class WorkspaceSamples {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private WorkspaceSamples() {}

    /** The event by which an owner has a workspace. */
    public static EventRecord opened(String workspace, String owner) {
        return new EventRecord(
                new EventHeader(
                        "evt_1",
                        "workspace.created",
                        NOW,
                        workspace,
                        workspace,
                        1,
                        null,
                        null,
                        null),
                new WorkspaceCreated(Workspace.opened(workspace, "name", owner, NOW)));
    }
}
