package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.resource.IdGenerator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That exactly the address of an account stays claimed, whatever comes between the steps of a change. */
class EmailChangesTest {

    private static final String CHANGE = "user.change_email";
    private static final String RELEASE = "user.release_email";
    private static final String A = "a@example.com";
    private static final String B = "b@example.com";
    private static final String C = "c@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private final Executor apart = Executors.newVirtualThreadPerTaskExecutor();
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private String user = "";

    @BeforeEach
    void theUserIsThere() {
        user = people.user(A);
    }

    @Test
    void ofTwoChangesAtTheSameTimeOneIsRefusedAndItsAddressIsFree() throws Exception {
        api.log().decideAfter(CHANGE, gate);
        Caller here = people.browser(A).page();
        Caller there = people.browser(A).page();
        CompletableFuture<Response> toB = changing(here, B);
        CompletableFuture<Response> toC = changing(there, C);
        await().until(() -> sent(CHANGE) == 2 || toB.isDone() || toC.isDone());
        gate.complete(null);

        assertThat(Stream.of(response(toB), response(toC)).filter(told -> told.status() == 200))
                .hasSize(1);
        assertOnlyTheOwnAddressIsClaimedInTime();
    }

    @Test
    void twoChangesToTheSameAddressLeaveItClaimed() throws Exception {
        api.log().decideAfter(CHANGE, gate);
        Caller here = people.browser(A).page();
        Caller there = people.browser(A).page();
        CompletableFuture<Response> one = changing(here, B);
        CompletableFuture<Response> other = changing(there, B);
        await().until(() -> sent(CHANGE) == 2 || one.isDone() || other.isDone());
        gate.complete(null);

        assertThat(Stream.of(response(one), response(other)).map(Response::status)).contains(200);
        assertOnlyTheOwnAddressIsClaimed();
    }

    @Test
    void aReleaseThatComesLateDoesNotFreeAnAddressThatTheAccountHasAgain() throws Exception {
        Caller page = people.browser(A).page();
        CompletableFuture<Response> away = releasingLate();

        Response back = change(page, A);
        gate.complete(null);

        assertThat(response(away).status()).isEqualTo(200);
        assertThat(back.status()).isEqualTo(503);
        assertThat(back.code()).isEqualTo("overloaded");
        assertOnlyTheOwnAddressIsClaimed();
        assertThat(change(A).status()).isEqualTo(200);
        assertOnlyTheOwnAddressIsClaimed();
    }

    private CompletableFuture<Response> releasingLate() {
        api.log().decideAfter(RELEASE, gate);
        CompletableFuture<Response> away = changing(B);
        await().until(() -> sent(RELEASE) == 1);
        api.log().decideAfter(RELEASE, null);
        return away;
    }

    @Test
    void aSignInThatOverlapsIsNoConflict() throws Exception {
        api.log().decideAfter(CHANGE, gate);
        CompletableFuture<Response> toB = changing(B);
        await().until(() -> sent(CHANGE) == 1);
        assertThat(people.signIn(A, PASSWORD).status()).isEqualTo(200);
        gate.complete(null);

        assertThat(response(toB).status()).isEqualTo(200);
        assertThat(current()).isEqualTo(B);
        assertOnlyTheOwnAddressIsClaimed();
    }

    @Test
    void aChangeThatAnotherNodeDecidedFirstCounts() throws Exception {
        CompletableFuture<Response> toB = changingWhileAnotherNodeMovesTo(C);

        assertThat(response(toB).status()).isEqualTo(409);
        assertThat(response(toB).code()).isEqualTo("email_changed");
        assertThat(current()).isEqualTo(C);
        assertOnlyTheOwnAddressIsClaimedInTime();
    }

    @Test
    void theSameChangeThatAnotherNodeDecidedFirstHolds() throws Exception {
        CompletableFuture<Response> toB = changingWhileAnotherNodeMovesTo(B);

        assertThat(response(toB).status()).isEqualTo(200);
        assertThat(current()).isEqualTo(B);
        assertOnlyTheOwnAddressIsClaimed();
    }

    @Test
    void anAddressCanBeWrittenInAnotherWay() {
        Response told = change("A@Example.com");

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("email")).isEqualTo("A@Example.com");
        assertOnlyTheOwnAddressIsClaimed();
    }

    @Test
    @Verifies("tenant-memory")
    void aUserClaimsFewAddressesAtATime() throws Exception {
        Caller page = people.browser(A).page();
        api.log()
                .settleInstead(CHANGE, new CommandResult.Unavailable("too_many_commands", "Wait."));
        for (int i = 1; i < EmailChanges.CLAIMS_MAX; i++) {
            assertThat(change(page, i + B).code()).isEqualTo("too_many_commands");
        }
        api.log().settleInstead(CHANGE, null);

        Response refused = change(page, C);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("too_many_tries");
        assertThat(refused.header("Retry-After")).isEqualTo("660");
        assertThat(people.claimed()).hasSize(EmailChanges.CLAIMS_MAX);
        assertThat(change(page, 1 + B).status()).as("a claim that is there").isEqualTo(200);
    }

    @Test
    void aUserWhoseClaimsAreReconciledChangesTheAddressAgain() throws Exception {
        for (int i = 1; i < EmailChanges.CLAIMS_MAX; i++) {
            String hash = api.bean(UserSecrets.class).emailHash(i + B);
            people.send("user.claim_email", aggregate(i + B), new ClaimEmail(hash, user));
        }
        assertThat(change(C).status()).isEqualTo(429);

        assertOnlyTheOwnAddressIsClaimedInTime();

        assertThat(change(C).status()).isEqualTo(200);
    }

    private CompletableFuture<Response> changingWhileAnotherNodeMovesTo(String there) {
        api.log().decideAfter(CHANGE, gate);
        CompletableFuture<Response> toB = changing(B);
        await().until(() -> sent(CHANGE) == 1);
        api.log().decideAfter(CHANGE, null);
        people.move(user, there);
        gate.complete(null);
        return toB;
    }

    @Test
    void aReleaseThatComesLateFreesNothingThatAnotherNodeHasClaimedAnew() throws Exception {
        CompletableFuture<Response> away = releasingLate();
        people.move(user, A);
        gate.complete(null);

        assertThat(response(away).status()).isEqualTo(200);
        assertThat(current()).isEqualTo(A);
        assertOnlyTheOwnAddressIsClaimed();
    }

    @Test
    void aFormerAddressWithAnUnknownClaimIsNotReleased() {
        people.send(RELEASE, aggregate(A), new ReleaseEmail(user));

        assertThat(change(B).status()).isEqualTo(200);

        assertThat(sent(RELEASE)).isOne();
    }

    @Test
    void aRepetitionOfAnEarlierChangeLeavesTheAddressOfToday() throws Exception {
        Caller page = people.browser(A).page().with("Idempotency-Key", "once");
        assertThat(change(page, B).status()).isEqualTo(200);
        assertThat(change(C).status()).isEqualTo(200);

        Response again = change(page, B);

        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertOnlyTheOwnAddressIsClaimedInTime();
    }

    @Test
    void aChangeThatWasNotSentReleasesNothing() throws Exception {
        Caller page = people.browser(A).page();
        api.log()
                .settleInstead(CHANGE, new CommandResult.Unavailable("too_many_commands", "Wait."));

        assertThat(change(page, B).code()).isEqualTo("too_many_commands");

        assertThat(sent(RELEASE)).isZero();
        assertThat(people.claimed()).containsOnlyKeys(aggregate(A), aggregate(B));
        assertOnlyTheOwnAddressIsClaimedInTime();
    }

    @Test
    void aChangeIsRepeatedAfterALostResponse() throws Exception {
        Caller page = people.browser(A).page().with("Idempotency-Key", "once");
        api.log().settleAs(CHANGE, new CommandResult.Unknown("cmd_1"));
        assertThat(change(page, B).status()).isEqualTo(504);
        api.log().settleAs(CHANGE, null);
        api.log().events().forEach(api.users()::apply);

        Response again = change(page, B);

        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertOnlyTheOwnAddressIsClaimedInTime();
    }

    @Test
    void aReleaseThatWasNotSentIsMadeUpFor() throws Exception {
        api.log()
                .settleInstead(
                        RELEASE, new CommandResult.Unavailable("too_many_commands", "Wait."));
        assertThat(change(B).status()).isEqualTo(200);
        api.log().settleInstead(RELEASE, null);

        assertOnlyTheOwnAddressIsClaimedInTime();
    }

    private CompletableFuture<Response> changing(String email) {
        return changing(people.browser(current()).page(), email);
    }

    private CompletableFuture<Response> changing(Caller page, String email) {
        return CompletableFuture.supplyAsync(() -> change(page, email), apart);
    }

    private Response change(String email) {
        return change(people.browser(current()).page(), email);
    }

    private static Response change(Caller page, String email) {
        return page.post(
                "/api/v1/user/email",
                Json.object().put("email", email).put("password", PASSWORD).toString());
    }

    private static Response response(CompletableFuture<Response> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private long sent(String type) {
        return api.log().commands().stream()
                .filter(command -> command.header().type().equals(type))
                .count();
    }

    /** The address that the account has. */
    private String current() {
        String hash = api.users().byId(user).orElseThrow().value().emailHash();
        return Stream.of(A, B, C)
                .filter(email -> api.bean(UserSecrets.class).emailHash(email).equals(hash))
                .findFirst()
                .orElseThrow();
    }

    private String aggregate(String email) {
        return UserSecrets.aggregateOf(api.bean(UserSecrets.class).emailHash(email));
    }

    /** Once the nodes have reconciled claims with accounts. */
    private void assertOnlyTheOwnAddressIsClaimedInTime() throws InterruptedException {
        var commands = new ClaimCommands(api.log(), api.bean(IdGenerator.class));
        KeyFreshness fresh = api.bean(KeyFreshness.class);
        try (var nodes = new ClaimReconciler(api.users(), fresh, commands, api::now)) {
            api.advance(ClaimReconciler.AGE_MIN.plusMillis(1));
            for (int i = 0; i < 3; i++) {
                api.log().events().forEach(api.users()::apply);
                nodes.round();
            }
        }
        api.log().events().forEach(api.users()::apply);
        assertOnlyTheOwnAddressIsClaimed();
    }

    private void assertOnlyTheOwnAddressIsClaimed() {
        assertThat(people.claimed()).isEqualTo(Map.of(aggregate(current()), user));
        assertThat(people.signIn(current(), PASSWORD).status()).isEqualTo(200);
    }
}
