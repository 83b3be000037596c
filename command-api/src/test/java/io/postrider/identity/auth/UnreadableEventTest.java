package io.postrider.identity.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.api.TestApi;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent.KeyUpdated;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.users.UserEvent.EmailClaimed;
import io.postrider.domain.users.UserEvent.UserUpdated;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent.WorkspaceUpdated;
import io.postrider.platform.views.Commits;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key, user or workspace whose newest event cannot be read is refused, and the others go on. */
class UnreadableEventTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
    private static final String ADA = "usr_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final String GRACE = "usr_01kb3q8z1vf0t9h2x7c5n4m6rb";
    private static final String OURS = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final String THEIRS = "ws_01kb3q8z1vf0t9h2x7c5n4m6rb";

    @TempDir private Path folder;
    @AutoClose private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
    @AutoClose private ProjectionStore store;

    @BeforeEach
    void open() {
        store = ProjectionStore.open(folder, memory, 50);
    }

    @Test
    @Verifies("fail-closed")
    void aKeyIsRefusedUntilThereIsANewerEvent() {
        try (TestApi api = new TestApi()) {
            List<ApiKey> made = new ArrayList<>();
            String poisoned = key(api, made);
            String other = key(api, made);
            LatestEventProjection view = keys(api.bean(KeyReplica.class));
            made.forEach(
                    key -> commit(view, Context.KEYS, api.event("key.updated", updated(key), 2)));
            assertThat(status(api, poisoned)).isEqualTo(200);

            passOver(view, made.getFirst().id());

            assertThat(status(api, poisoned)).isEqualTo(401);
            assertThat(api.audit().getLast().deed().toString()).contains("key_unknown");
            assertThat(status(api, other)).isEqualTo(200);
            KeyReplica restarted = new KeyReplica(api::now);
            keys(restarted).restore(store);
            assertThat(restarted.byPublicId(made.getFirst().publicId())).isEmpty();
            assertThat(restarted.byPublicId(made.getLast().publicId())).isPresent();

            commit(view, Context.KEYS, api.event("key.updated", updated(made.getFirst()), 4));
            assertThat(status(api, poisoned)).isEqualTo(200);
        }
    }

    @Test
    @Verifies("fail-closed")
    void aUserIsNotLetIn() {
        UserReplica table = new UserReplica();
        LatestEventProjection view = users(table);
        for (String id : List.of(ADA, GRACE)) {
            commit(view, Context.USERS, event(id, 1, new UserUpdated(user(id))));
        }

        passOver(view, ADA);

        UserReplica restarted = new UserReplica();
        users(restarted).restore(store);
        for (UserReplica each : List.of(table, restarted)) {
            assertThat(each.bySession("session-" + ADA)).isEmpty();
            assertThat(each.byEmail("hash-" + ADA)).isEmpty();
            assertThat(each.bySession("session-" + GRACE)).isPresent();
        }
        commit(view, Context.USERS, event(ADA, 3, new UserUpdated(user(ADA))));
        assertThat(table.bySession("session-" + ADA)).isPresent();
    }

    @Test
    @Verifies("fail-closed")
    void anAddressBelongsToNoUser() {
        UserReplica table = new UserReplica();
        LatestEventProjection view = users(table);
        String address = User.claimOf("hash-" + ADA);
        commit(view, Context.USERS, event(ADA, 1, new UserUpdated(user(ADA))));

        passOver(view, address);

        UserReplica restarted = new UserReplica();
        users(restarted).restore(store);
        for (UserReplica each : List.of(table, restarted)) {
            assertThat(each.byEmail("hash-" + ADA)).isEmpty();
            assertThat(each.claim(address).orElseThrow().claimedAt()).isAfter(NOW.plusSeconds(1));
        }
        commit(view, Context.USERS, event(address, 2, new EmailClaimed("hash-" + ADA, ADA)));
        assertThat(table.byEmail("hash-" + ADA)).isPresent();
        assertThat(table.addressesOf("")).isZero();
    }

    @Test
    @Verifies("fail-closed")
    void noMemberEntersAWorkspace() {
        WorkspaceReplica table = new WorkspaceReplica();
        LatestEventProjection view = workspaces(table);
        for (String id : List.of(OURS, THEIRS)) {
            commit(view, Context.WORKSPACES, event(id, 1, new WorkspaceUpdated(workspace(id))));
        }

        passOver(view, OURS);

        WorkspaceReplica restarted = new WorkspaceReplica();
        workspaces(restarted).restore(store);
        for (WorkspaceReplica each : List.of(table, restarted)) {
            assertThat(each.role(OURS, ADA)).isEmpty();
            assertThat(each.role(THEIRS, ADA)).isPresent();
            assertThat(each.of(ADA)).hasSize(1);
        }
        commit(view, Context.WORKSPACES, event(OURS, 3, new WorkspaceUpdated(workspace(OURS))));
        assertThat(table.role(OURS, ADA)).isPresent();
    }

    /** The table throws, not the codec. */
    @Test
    void aTableThatCannotTakeAnEventDoesNotGoOnWithTheOneBefore() {
        List<String> unknown = new ArrayList<>();
        Consumer<EventRecord> broken =
                event -> {
                    throw new AssertionError("broken");
                };
        LatestEventProjection view =
                new LatestEventProjection(Context.USERS, IDS, broken, unknown::add);

        ProjectionBatch batch = store.newBatch();
        view.apply(
                record(ADA, encoded(Context.USERS, event(ADA, 1, new UserUpdated(user(ADA))))),
                batch);

        assertThatThrownBy(() -> Commits.commit(store, batch)).hasMessage("broken");
        assertThat(unknown).containsExactly(ADA);
        view.restore(store);
        assertThat(unknown).containsExactly(ADA, ADA);
    }

    private static LatestEventProjection keys(KeyReplica table) {
        return new LatestEventProjection(Context.KEYS, IDS, table::apply, table::becomeUnknown);
    }

    private static LatestEventProjection users(UserReplica table) {
        return new LatestEventProjection(Context.USERS, IDS, table::apply, table::becomeUnknown);
    }

    private static LatestEventProjection workspaces(WorkspaceReplica table) {
        return new LatestEventProjection(
                Context.WORKSPACES, IDS, table::apply, table::becomeUnknown);
    }

    private static String key(TestApi api, List<ApiKey> made) {
        return api.key(
                TestApi.WORKSPACE,
                key -> {
                    made.add(key);
                    return key;
                });
    }

    private static KeyUpdated updated(ApiKey key) {
        return new KeyUpdated(key);
    }

    private static int status(TestApi api, String token) {
        return api.callerAs(token).get("/api/v1/me").status();
    }

    private static User user(String id) {
        Session session = new Session("session-" + id, "agent", NOW, NOW.plusSeconds(3600));
        return User.opened(id, "hash-" + id, "e", "n", null, null, null, List.of(session), NOW);
    }

    private static Workspace workspace(String id) {
        return new Workspace(
                id, "name", ADA, List.of(new Member(ADA, "owner", NOW)), List.of(), NOW, NOW);
    }

    private static EventRecord event(String aggregate, long version, Record payload) {
        Context context = payload instanceof UserEvent ? Context.USERS : Context.WORKSPACES;
        String type = EventCodec.of(context, IDS).typeOf(payload);
        return new EventRecord(
                new EventHeader("evt_1", type, NOW, OURS, aggregate, version, null, null, null),
                payload);
    }

    private void commit(LatestEventProjection view, Context context, EventRecord event) {
        ProjectionBatch batch = store.newBatch();
        view.apply(record(event.header().aggregate(), encoded(context, event)), batch);
        Commits.commit(store, batch);
    }

    private void passOver(LatestEventProjection view, String aggregate) {
        ProjectionBatch batch = store.newBatch();
        view.passOver(record(aggregate, new byte[] {1, 2, 3}), batch);
        Commits.commit(store, batch);
    }

    private static byte[] encoded(Context context, EventRecord event) {
        return EventCodec.of(context, IDS).encode(event);
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, byte[] value) {
        return new ConsumerRecord<>("events", 0, 0, key.getBytes(UTF_8), value);
    }
}
