package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * A workspace as it is after some change.
 *
 * @param ownerId the user who made it
 */
public record Workspace(
        String id, String name, String ownerId, Instant createdAt, Instant updatedAt) {}
