package io.postrider.decider.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.FakeTenants;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.KeyCommand.ExpireKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyCommand.RotateKey;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.users.UserCommand.EndSessions;
import io.postrider.domain.users.UserCommand.RenameUser;
import io.postrider.domain.users.UserCommand.StartSession;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.disk.DiskLevel;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How tenants share the commands in flight while no decision arrives. */
class CommandSharesTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final int PLACES = 16;
    private static final int SHARE = 4;

    /** Of which an owner has 8, one caller 2 and all keys of an owner 4. */
    private static final int RESERVE = 32;

    @AutoClose
    private final PendingCommands pending =
            new PendingCommands(
                    SharedCapacity.ofTenants(PLACES),
                    new CommandReserve(RESERVE),
                    Duration.ofSeconds(10),
                    new DeferredExecutor(),
                    () -> 0);

    private final KafkaCommandGateway gateway =
            new KafkaCommandGateway(
                    new FailingProducer(),
                    new CommandEncoder(new Partitions(12), IDS, null, EnumSet.allOf(Context.class)),
                    pending,
                    new FakeTenants(),
                    () -> true,
                    () -> DiskLevel.AMPLE);

    private int commands;

    @Test
    @Verifies("workspace-shares")
    void theWorkspacesOfOneOwnerHaveOneShareOfTheCommandsInFlight() {
        for (int i = 0; i < PLACES; i++) {
            var _ = rotate("ws_ada_" + i % 4);
        }

        assertThat(pending.size()).isEqualTo(SHARE);
        assertThat(refusal(rotate("ws_ada_9"))).isEqualTo("too_many_commands");
        assertThat(rotate("ws_bob")).isNotDone();
    }

    @Test
    @Verifies("workspace-shares")
    void newWorkspacesCountAgainstTheirOwner() {
        for (int i = 0; i < PLACES; i++) {
            String id = "ws_new_" + i;
            var _ =
                    send(
                            Context.WORKSPACES,
                            new CreateWorkspace(Workspace.opened(id, "name", "usr_ada", NOW)),
                            id,
                            id,
                            "usr_ada");
        }

        assertThat(pending.size()).isEqualTo(SHARE);
        assertThat(refusal(rotate("ws_ada_1"))).isEqualTo("too_many_commands");
    }

    @Test
    @Verifies("workspace-shares")
    void commandsOnUsersCountForTheInvitingOwner() {
        for (int i = 0; i < PLACES; i++) {
            var _ = rename("usr_ada_" + i);
        }

        assertThat(pending.size()).isEqualTo(SHARE);
        assertThat(refusal(rotate("ws_ada_1"))).isEqualTo("too_many_commands");
        assertThat(rename("usr_bob")).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void anInvitedUserSignsInWhileTheInviterHasTheWholeShareAndAllPlacesAreTaken() {
        fill();

        for (int i = 0; i < SHARE; i++) {
            assertThat(signIn("usr_ada_" + i)).isNotDone();
        }
    }

    /** Its claim has taken the share of the inviter before. */
    @Test
    void anAccountThatIsClaimedIsMadeWhileTheInviterHasTheWholeShare() {
        for (int i = 0; i < PLACES; i++) {
            var _ = rotate("ws_ada_" + i % 4);
        }

        assertThat(create("usr_new", "ws_ada_1")).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void aRevocationIsAcceptedWhereOrdinaryCommandsHaveAllPlaces() {
        fill();
        assertThat(refusal(rotate("ws_eve"))).isEqualTo("overloaded");

        assertThat(revoke("ws_eve_1")).isNotDone();
        assertThat(endSessions("usr_fay")).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void anOwnerWithoutAShareCanStillRevoke() {
        for (int i = 0; i < SHARE; i++) {
            assertThat(rotate("ws_ada_" + i)).isNotDone();
        }

        assertThat(revoke("ws_ada_1")).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void revocationsOfOneOwnerLeaveTheReserveToOthers() {
        fill();
        for (int i = 0; i < RESERVE; i++) {
            var _ = revoke("ws_ada_" + i % 4, Actor.user("usr_" + i));
        }

        assertThat(pending.size()).isEqualTo(PLACES + RESERVE / 4);
        assertThat(refusal(revoke("ws_ada_2", Actor.user("usr_new"))))
                .isEqualTo("too_many_commands");
        assertThat(revoke("ws_eve")).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void aKeyThatRevokesWithoutEndLeavesTheReserveToSessionsAndOtherKeys() {
        Actor leaked = Actor.key("key_leaked");
        for (int i = 0; i < PLACES + RESERVE; i++) {
            var _ = revoke("ws_ada_1", leaked);
        }
        assertThat(refusal(revoke("ws_ada_1", leaked))).isEqualTo("too_many_commands");

        assertThat(revoke("ws_ada_1", Actor.user("usr_ada"))).isNotDone();
        assertThat(revoke("ws_ada_1", Actor.key("key_other"))).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void keysThatALeakedKeyHasMadeLeaveHalfOfTheReserveToSessions() {
        for (int i = 0; i < PLACES + RESERVE; i++) {
            var _ = revoke("ws_ada_1", Actor.key("key_" + i));
        }
        assertThat(refusal(revoke("ws_ada_1", Actor.key("key_new"))))
                .isEqualTo("too_many_commands");

        assertThat(revoke("ws_ada_1", Actor.user("usr_ada"))).isNotDone();
        assertThat(revoke("ws_ada_1", Actor.user("usr_ada"))).isNotDone();
        assertThat(revoke("ws_ada_1", Actor.user("usr_ada_2"))).isNotDone();
    }

    @Test
    @Verifies("revocation-places")
    void aUserHasAShareOfTheReserveOfEachOwner() {
        for (int i = 0; i < PLACES + RESERVE; i++) {
            var _ = revoke("ws_ada_1", Actor.user("usr_member"));
        }

        for (int i = 0; i < SHARE + RESERVE / 16; i++) {
            assertThat(revoke("ws_bob", Actor.user("usr_member"))).isNotDone();
        }
    }

    @Test
    void timersNeedNoShareOfATenant() {
        for (int i = 0; i < SHARE; i++) {
            assertThat(rotate("ws_ada")).isNotDone();
        }

        assertThat(send(Context.KEYS, new ExpireKey("ws_ada", NOW), "ws_ada", "key_1", "usr_ada"))
                .isNotDone();
    }

    private void fill() {
        for (String owner : new String[] {"ada", "bob", "cy", "dee"}) {
            IntStream.range(0, SHARE).forEach(_ -> assertThat(rotate("ws_" + owner)).isNotDone());
        }
    }

    private CompletableFuture<CommandResult> rotate(String workspace) {
        return send(
                Context.KEYS,
                new RotateKey(workspace, "hash", 1, NOW),
                workspace,
                "key_1",
                "usr_caller");
    }

    private CompletableFuture<CommandResult> revoke(String workspace) {
        return revoke(workspace, Actor.user("usr_caller"));
    }

    private CompletableFuture<CommandResult> revoke(String workspace, Actor caller) {
        return send(Context.KEYS, new RevokeKey(workspace), workspace, "key_1", caller);
    }

    private CompletableFuture<CommandResult> create(String user, String invitedTo) {
        User made = User.opened(user, "h", "e", "n", null, null, invitedTo, List.of(), NOW);
        return send(Context.USERS, new CreateUser(made), "", user, user);
    }

    private CompletableFuture<CommandResult> rename(String user) {
        return send(Context.USERS, new RenameUser("name"), "", user, user);
    }

    private CompletableFuture<CommandResult> signIn(String user) {
        Session session = new Session("hash", "Firefox", NOW, NOW.plusSeconds(60));
        return send(
                Context.USERS,
                new StartSession(session, null, null, null, null, null),
                "",
                user,
                user);
    }

    private CompletableFuture<CommandResult> endSessions(String user) {
        return send(Context.USERS, new EndSessions(), "", user, user);
    }

    private CompletableFuture<CommandResult> send(
            Context context, Record body, String workspace, String aggregate, String user) {
        return send(context, body, workspace, aggregate, Actor.user(user));
    }

    private CompletableFuture<CommandResult> send(
            Context context, Record body, String workspace, String aggregate, Actor caller) {
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, new UUID(1, commands++)),
                        CommandCodec.of(context, IDS).typeOf(body),
                        NOW,
                        workspace,
                        aggregate,
                        caller,
                        null,
                        null,
                        null,
                        null);
        return gateway.send(context, new CommandRecord(header, body)).toCompletableFuture();
    }

    private static @Nullable String refusal(CompletableFuture<CommandResult> sent) {
        return sent.getNow(new CommandResult.Unknown(""))
                        instanceof CommandResult.Unavailable(String code, String _)
                ? code
                : null;
    }
}
