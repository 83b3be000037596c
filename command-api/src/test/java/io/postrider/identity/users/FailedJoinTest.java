package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a join leaves behind of which no account came. */
class FailedJoinTest {

    private static final String CLAIM = "user.claim_email";
    private static final String CREATE = "user.create";
    private static final String RELEASE = "user.release_email";
    private static final String OWNER = "owner@example.com";
    private static final String GRACE = "grace@example.com";
    private static final String SECRET = "eleven purple umbrellas";
    private static final CommandResult REFUSED =
            new CommandResult.Unavailable("too_many_commands", "Wait.");

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private final Executor apart = Executors.newVirtualThreadPerTaskExecutor();
    private String workspace = "";
    private String token = "";
    private int claimedBefore;
    private int keysBefore;

    @BeforeEach
    void graceIsInvited() {
        String owner = people.user(OWNER);
        workspace = people.workspace(owner, Role.OWNER, owner);
        token =
                people.browser(OWNER)
                        .page()
                        .post(
                                "/api/v1/workspaces/" + workspace + "/invitations",
                                Json.object().put("email", GRACE).put("role", "viewer").toString())
                        .member("token");
        claimedBefore = people.claimed().size();
        keysBefore = api.dataKeysMade();
    }

    @Test
    @Verifies("workspace-shares")
    void theClaimOfANewAccountTakesTheShareOfTheInviter() {
        assertThat(join().status()).isEqualTo(200);

        List<CommandRecord> claims = sent(CLAIM);
        assertThat(claims.getLast().header().workspace()).isEqualTo(workspace);
    }

    @Test
    void aJoinThatIsRefusedBeforeTheClaimLeavesNeitherClaimNorDataKey() {
        api.log().settleInstead(CLAIM, REFUSED);

        assertThat(join().code()).isEqualTo("too_many_commands");

        assertThat(people.claimed()).hasSize(claimedBefore);
        assertThat(api.dataKeysMade()).isEqualTo(keysBefore);
    }

    /** The claim is left to the reconciler, as no request can know who needs it by then. */
    @Test
    void aJoinThatIsRefusedAfterTheClaimReleasesNothing() {
        api.log().settleInstead(CREATE, REFUSED);

        assertThat(join().code()).isEqualTo("too_many_commands");

        assertThat(sent(RELEASE)).isEmpty();
        assertThat(people.claimed()).hasSize(claimedBefore + 1);
    }

    @Test
    void aLateStepOfARejectedJoinKeepsTheNextClaim() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        api.log().decideAfter(RELEASE, gate);
        api.log().settleInstead(CREATE, REFUSED);
        CompletableFuture<Response> refused = CompletableFuture.supplyAsync(this::join, apart);
        await().until(() -> refused.isDone() || !sent(RELEASE).isEmpty());
        api.log().settleInstead(CREATE, null);
        assertThat(join().status()).isEqualTo(200);

        gate.complete(null);

        assertThat(refused.join().status()).isEqualTo(429);
        assertThat(people.claimed()).hasSize(claimedBefore + 1);
    }

    @Test
    void aRefusedJoinCanBeRepeated() {
        api.log().settleInstead(CREATE, REFUSED);
        assertThat(join().status()).isEqualTo(429);
        api.log().settleInstead(CREATE, null);

        assertThat(join().status()).isEqualTo(200);

        assertThat(people.claimed()).hasSize(claimedBefore + 1);
    }

    @Test
    void aJoinWithUnknownOutcomeKeepsItsClaim() {
        api.log().settleInstead(CREATE, new CommandResult.Unknown("cmd_1"));

        assertThat(join().status()).isEqualTo(504);

        assertThat(people.claimed()).hasSize(claimedBefore + 1);
    }

    @Test
    void ofTwoJoinsAtTheSameTimeTheOneThatComesLateLeavesTheClaim() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        int created = sent(CREATE).size();
        api.log().decideAfter(CREATE, gate);
        CompletableFuture<Response> one = CompletableFuture.supplyAsync(this::join, apart);
        CompletableFuture<Response> other = CompletableFuture.supplyAsync(this::join, apart);
        await().until(() -> sent(CREATE).size() == created + 2);
        gate.complete(null);

        List<Integer> statuses =
                List.of(
                        one.get(60, TimeUnit.SECONDS).status(),
                        other.get(60, TimeUnit.SECONDS).status());

        assertThat(statuses).contains(200);
        assertThat(people.claimed()).hasSize(claimedBefore + 1);
        assertThat(people.signIn(GRACE, SECRET).status()).isEqualTo(200);
    }

    private Response join() {
        return api.anonymous()
                .post(
                        "/api/v1/invitations/join",
                        Json.object().put("token", token).put("password", SECRET).toString());
    }

    private List<CommandRecord> sent(String type) {
        return api.log().commands().stream()
                .filter(command -> command.header().type().equals(type))
                .toList();
    }
}
