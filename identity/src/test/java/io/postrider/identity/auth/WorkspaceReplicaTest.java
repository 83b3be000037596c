package io.postrider.identity.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceUpdated;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.web.resource.Versioned;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkspaceReplicaTest {

    private static final int WORKSPACES = 10_000;
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final Counting counting = new Counting();
    private final WorkspaceReplica table = new WorkspaceReplica(counting, new HeldBytes());

    /** Counts the workspaces that a look-up reads. */
    private static final class Counting extends ConcurrentHashMap<String, Versioned<Workspace>> {

        private static final long serialVersionUID = 1;

        int read;

        @Override
        public @Nullable Versioned<Workspace> get(Object id) {
            read++;
            return super.get(id);
        }

        @Override
        public Collection<Versioned<Workspace>> values() {
            read += size();
            return super.values();
        }
    }

    @Test
    void aLookUpReadsNoWorkspacesOfOthers() {
        for (int i = 0; i < WORKSPACES; i++) {
            put(workspace(i, "usr_" + i, "hash_" + i), 1);
        }
        put(workspace(WORKSPACES, "usr_7", "hash_8"), 1);
        counting.read = 0;

        assertThat(table.of("usr_7")).hasSize(2);
        assertThat(table.of("usr_unknown")).isEmpty();
        assertThat(table.inviting("hash_8", NOW)).hasSize(2);
        assertThat(table.inviting("hash_unknown", NOW)).isEmpty();
        assertThat(counting.read).isEqualTo(4);
    }

    @Test
    void formerMembersAndRevokedInvitationsAreNotFound() {
        put(workspace(1, "usr_a", "hash_a"), 1);
        put(workspace(1, "usr_b", "hash_b"), 2);

        assertThat(table.of("usr_a")).isEmpty();
        assertThat(table.inviting("hash_a", NOW)).isEmpty();
        assertThat(table.of("usr_b")).hasSize(1);
        assertThat(table.inviting("hash_b", NOW)).hasSize(1);
    }

    @Test
    void anOlderEventChangesNoIndex() {
        put(workspace(1, "usr_b", "hash_b"), 2);
        put(workspace(1, "usr_a", "hash_a"), 1);

        assertThat(table.of("usr_a")).isEmpty();
        assertThat(table.of("usr_b")).hasSize(1);
    }

    @Test
    void anInvitationThatHasRunOutIsNotFound() {
        put(workspace(1, "usr_a", "hash_a"), 1);

        assertThat(table.inviting("hash_a", NOW.plusSeconds(60))).isEmpty();
    }

    private void put(Workspace workspace, long version) {
        WorkspaceEvent event = new WorkspaceUpdated(workspace);
        table.apply(
                new EventRecord(
                        new EventHeader(
                                "evt_1",
                                "workspace.updated",
                                NOW,
                                workspace.id(),
                                workspace.id(),
                                version,
                                null,
                                null,
                                null),
                        (Record) event));
    }

    private static Workspace workspace(int number, String user, String emailHash) {
        return new Workspace(
                "ws_" + number,
                "name",
                user,
                List.of(new Member(user, "owner", NOW)),
                List.of(
                        new Invitation(
                                "inv_" + number,
                                "sealed",
                                emailHash,
                                "viewer",
                                "token",
                                user,
                                NOW,
                                NOW.plusSeconds(60))),
                NOW,
                NOW);
    }
}
