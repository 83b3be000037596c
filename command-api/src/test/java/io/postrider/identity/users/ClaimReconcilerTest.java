package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.LinkIdentity;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandRecord;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.resource.IdGenerator;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** That every account has what it signs in with, and nothing else stays claimed. */
class ClaimReconcilerTest {

    private static final String CLAIM = "user.claim_email";
    private static final String RELEASE = "user.release_email";
    private static final String LINK = "user.link_identity";
    private static final String ADA = "ada@example.com";
    private static final String GRACE = "grace@example.com";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofMillis(1);

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);

    @AutoClose
    private final ClaimReconciler reconciler =
            new ClaimReconciler(
                    api.users(),
                    api.bean(KeyFreshness.class),
                    new ClaimCommands(api.log(), api.bean(IdGenerator.class)),
                    api::now);

    private void rounds(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            reconciler.round();
            api.log().events().forEach(api.users()::apply);
        }
    }

    private static String address(TestApi api, String email) {
        return UserSecrets.aggregateOf(api.bean(UserSecrets.class).emailHash(email));
    }

    private String address(String email) {
        return address(api, email);
    }

    private void claim(String email, String user) {
        String hash = api.bean(UserSecrets.class).emailHash(email);
        people.send(CLAIM, address(email), new ClaimEmail(hash, user));
    }

    private void link(String user, String identity) {
        String claim = UserSecrets.aggregateOfIdentity(identity);
        people.send(CLAIM, claim, new ClaimEmail(identity, user));
        people.send(LINK, user, new LinkIdentity(identity, false));
    }

    @Test
    void anAddressOfWhichNoAccountCameIsFreeAfterTenMinutes() throws InterruptedException {
        claim(GRACE, "usr_grace");
        api.advance(ClaimReconciler.AGE_MIN);
        rounds(2);
        assertThat(people.claimed()).containsKey(address(GRACE));

        api.advance(SOON);
        rounds(1);

        assertThat(people.claimed()).isEmpty();
    }

    @Test
    void anAddressThatIsClaimedAnewStays() throws InterruptedException {
        claim(GRACE, "usr_grace");
        api.advance(ClaimReconciler.AGE_MIN);
        claim(GRACE, "usr_grace");
        api.advance(SOON);

        rounds(2);

        assertThat(people.claimed()).containsKey(address(GRACE));
    }

    @Test
    void anAddressThatIsClaimedAnewWithoutTheKnowledgeOfTheNodeStays() throws InterruptedException {
        claim(GRACE, "usr_grace");
        api.advance(ClaimReconciler.AGE_MIN.plus(SOON));
        people.sendUnheard(CLAIM, address(GRACE), new ClaimEmail("hash", "usr_grace"));

        reconciler.round();

        assertThat(sent(RELEASE)).isOne();
        assertThat(people.claimed()).containsKey(address(GRACE));
    }

    @Test
    @Verifies("account-claims")
    void ofAnAccountOnlyItsAddressAndItsIdentityStayClaimed() throws InterruptedException {
        String ada = people.user(ADA);
        claim(GRACE, ada);
        link(ada, "former");
        link(ada, "present");
        api.advance(ClaimReconciler.AGE_MIN.plus(SOON));

        rounds(2);

        assertThat(people.claimed())
                .isEqualTo(
                        Map.of(address(ADA), ada, UserSecrets.aggregateOfIdentity("present"), ada));
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    @Verifies("account-claims")
    void anAccountWithoutItsClaimsGetsThem() throws InterruptedException {
        String ada = people.user(ADA);
        link(ada, "there");
        Map<String, String> before = people.claimed();
        people.send(RELEASE, address(ADA), new ReleaseEmail(ada));
        people.send(RELEASE, UserSecrets.aggregateOfIdentity("there"), new ReleaseEmail(ada));

        rounds(1);
        assertThat(people.claimed()).as("one look may deceive").isEmpty();
        rounds(1);

        assertThat(people.claimed()).isEqualTo(before);
    }

    @Test
    void claimsOfOtherAccountsStay() throws InterruptedException {
        String ada = people.user(ADA);
        String grace = people.user(GRACE);
        people.send(RELEASE, address(ADA), new ReleaseEmail(ada));
        claim(ADA, grace);

        rounds(2);

        assertThat(people.claimed()).containsEntry(address(ADA), grace);
    }

    @Test
    void nothingIsSentWhereAllIsAsItShouldBe() throws InterruptedException {
        link(people.user(ADA), "there");
        api.advance(Duration.ofDays(1));
        int before = api.log().commands().size();

        rounds(3);

        assertThat(api.log().commands()).hasSize(before);
    }

    @Test
    void aNodeThatIsBehindSendsNothing() throws InterruptedException {
        claim(GRACE, "usr_grace");
        api.advance(ClaimReconciler.AGE_MIN.plus(SOON));
        api.keyAge(MINUTE.plus(SOON));
        rounds(1);
        api.keyAge(MINUTE);
        api.restored(false);
        rounds(1);
        assertThat(sent(RELEASE)).isZero();

        api.restored(true);
        rounds(1);

        assertThat(sent(RELEASE)).isOne();
    }

    @Test
    void aLogThatTakesNothingIsAskedOnceInARound() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            claim(i + GRACE, "usr_grace");
        }
        api.advance(ClaimReconciler.AGE_MIN.plus(SOON));
        api.log().settleInstead(new CommandResult.Unavailable("overloaded", "Wait."));
        rounds(2);
        assertThat(sent(RELEASE)).isEqualTo(2);
        api.log().settleInstead(null);

        rounds(1);

        assertThat(people.claimed()).isEmpty();
    }

    @Test
    void aFewCommandsAreUnderWayAtATimeAndAnEndIsNotHeldUp() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        for (int i = 0; i < 50; i++) {
            claim(i + GRACE, "usr_grace");
        }
        api.advance(ClaimReconciler.AGE_MIN.plus(SOON));
        api.log().decideAfter(RELEASE, never);

        reconciler.repeat(SOON);
        await().until(() -> sent(RELEASE) == ClaimCommands.UNDER_WAY_MAX);
        reconciler.close();

        assertThat(sent(RELEASE)).isEqualTo(ClaimCommands.UNDER_WAY_MAX);
        assertThat(reconciler.dead()).isNotDone();
        assertThat(api.log().commands().getLast().header())
                .satisfies(header -> {
                    assertThat(header.actor()).isEqualTo(Actor.system("claims"));
                    assertThat(header.workspace()).isEmpty();
                });
    }

    private long sent(String type) {
        return api.log().commands().stream()
                .map(CommandRecord::header)
                .filter(header ->
                        header.type().equals(type)
                                && header.actor() != null
                                && header.actor().id().equals("claims"))
                .count();
    }
}
