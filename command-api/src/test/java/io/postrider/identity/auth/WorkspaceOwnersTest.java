package io.postrider.identity.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.WorkspaceSamples;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserEvent.UserCreated;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.claims.Verifies;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkspaceOwnersTest {

    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final WorkspaceReplica workspaces = new WorkspaceReplica();
    private final UserReplica users = new UserReplica();
    private final WorkspaceOwners tenants = new WorkspaceOwners(workspaces, users);

    @Test
    @Verifies("workspace-shares")
    void theWorkspacesOfOneOwnerAreOneTenant() {
        workspaces.apply(WorkspaceSamples.opened("ws_1", "usr_ada"));
        workspaces.apply(WorkspaceSamples.opened("ws_2", "usr_ada"));
        workspaces.apply(WorkspaceSamples.opened("ws_3", "usr_bob"));

        assertThat(tenants.ofWorkspace("ws_1")).isEqualTo("usr_ada");
        assertThat(tenants.ofWorkspace("ws_2")).isEqualTo("usr_ada");
        assertThat(tenants.ofWorkspace("ws_3")).isEqualTo("usr_bob");
    }

    @Test
    void aWorkspaceWithoutAKnownOwnerIsATenantByItself() {
        assertThat(tenants.ofWorkspace("ws_1")).isEqualTo("ws_1");
    }

    @Test
    @Verifies("workspace-shares")
    void aUserCountsForTheOwnerOfTheInvitingWorkspace() {
        workspaces.apply(WorkspaceSamples.opened("ws_1", "usr_ada"));
        user("usr_ada", null);
        user("usr_invited", "ws_1");

        assertThat(tenants.ofUser("usr_invited")).isEqualTo("usr_ada");
        assertThat(tenants.ofUser("usr_ada")).isEqualTo("usr_ada");
    }

    @Test
    void usersThatAreNotKnownAreOneTenantTogether() {
        assertThat(tenants.ofUser("usr_1")).isEqualTo(tenants.ofUser("usr_2"));
    }

    private void user(String id, @Nullable String invitedTo) {
        User user = User.opened(id, "hash_" + id, "e", "n", null, null, invitedTo, List.of(), NOW);
        users.apply(
                new EventRecord(
                        new EventHeader("evt_1", "user.created", NOW, "", id, 1, null, null, null),
                        new UserCreated(user)));
    }
}
