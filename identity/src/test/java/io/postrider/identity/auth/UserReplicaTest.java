package io.postrider.identity.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.users.User;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.users.UserEvent.EmailClaimed;
import io.postrider.domain.users.UserEvent.EmailReleased;
import io.postrider.domain.users.UserEvent.UserCreated;
import io.postrider.domain.users.UserEvent.UserUpdated;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sign-in with an address that has passed from one user to another. */
class UserReplicaTest {

    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
    private static final String ADA = "usr_ada";
    private static final String GRACE = "usr_grace";

    private static User user(String id, String emailHash) {
        return User.opened(id, emailHash, "e", "n", null, null, null, List.of(), NOW);
    }

    private static EventRecord event(String aggregate, long version, UserEvent payload) {
        return event("", aggregate, version, payload);
    }

    private static EventRecord event(
            String workspace, String aggregate, long version, UserEvent payload) {
        return new EventRecord(
                new EventHeader(
                        "evt_1", "user", NOW, workspace, aggregate, version, null, null, null),
                (Record) payload);
    }

    /** Ada changes from the shared address to another one, and Grace from hers to the shared one. */
    private static List<EventRecord> handedOver() {
        return List.of(
                event("email/shared", 1, new EmailClaimed("shared", ADA)),
                event(ADA, 1, new UserCreated(user(ADA, "shared"))),
                event(ADA, 2, new UserUpdated(user(ADA, "shared"))),
                event("email/hers", 1, new EmailClaimed("hers", GRACE)),
                event(GRACE, 1, new UserCreated(user(GRACE, "hers"))),
                event("email/other", 1, new EmailClaimed("other", ADA)),
                event(ADA, 3, new UserUpdated(user(ADA, "other"))),
                event("email/shared", 2, new EmailReleased(ADA)),
                event("email/shared", 3, new EmailClaimed("shared", GRACE)),
                event(GRACE, 2, new UserUpdated(user(GRACE, "shared"))),
                event("email/hers", 2, new EmailReleased(GRACE)));
    }

    private static UserReplica after(List<EventRecord> events) {
        UserReplica table = new UserReplica();
        events.forEach(table::apply);
        return table;
    }

    private static void assertHandedOver(UserReplica table, String as) {
        assertThat(table.byEmail("shared").map(known -> known.value().id())).as(as).hasValue(GRACE);
        assertThat(table.byEmail("other").map(known -> known.value().id())).as(as).hasValue(ADA);
        assertThat(table.byEmail("hers")).as(as).isEmpty();
    }

    @Test
    void theNewOwnerSignsInWhicheverUserArrivesFirst() {
        List<EventRecord> adaFirst = new ArrayList<>(handedOver());
        adaFirst.sort((a, b) ->
                Boolean.compare(
                        b.header().aggregate().equals(ADA), a.header().aggregate().equals(ADA)));
        List<EventRecord> graceFirst = new ArrayList<>(handedOver());
        graceFirst.sort((a, b) ->
                Boolean.compare(
                        b.header().aggregate().equals(GRACE),
                        a.header().aggregate().equals(GRACE)));

        assertHandedOver(after(adaFirst), "Ada first");
        assertHandedOver(after(graceFirst), "Grace first");
    }

    @Test
    void theNewOwnerSignsInForAnyOrderOfEvents() {
        for (long seed = 0; seed < 2_000; seed++) {
            List<EventRecord> shuffled = new ArrayList<>(handedOver());
            Collections.shuffle(shuffled, new Random(seed));

            assertHandedOver(after(shuffled), "seed " + seed);
        }
    }

    @Test
    void aClaimedAddressSignsInNoUserBeforeItsOwnerHasIt() {
        UserReplica table =
                after(
                        List.of(
                                event(ADA, 1, new UserCreated(user(ADA, "shared"))),
                                event("email/shared", 3, new EmailClaimed("shared", GRACE)),
                                event(GRACE, 1, new UserCreated(user(GRACE, "hers")))));

        assertThat(table.byEmail("shared")).isEmpty();
    }

    @Test
    void aUserSignsInWithAnUnclaimedAddress() {
        UserReplica table = after(List.of(event(ADA, 1, new UserCreated(user(ADA, "shared")))));

        assertThat(table.byEmail("shared")).isPresent();
    }

    @Test
    void anAddressThatIsGivenUpIsNotKept() {
        UserReplica table = new UserReplica();
        for (int i = 0; i < 1_000; i++) {
            table.apply(event("email/" + i, 1, new EmailClaimed("" + i, ADA)));
            table.apply(event("email/" + i, 2, new EmailReleased(ADA)));
        }

        assertThat(table.claims()).isEmpty();
    }

    @Test
    void aClaimOfAJoinCountsForTheWorkspaceThatInvites() {
        HeldBytes held = new HeldBytes();
        UserReplica table = new UserReplica(held);

        table.apply(event("ws_1", "email/a", 1, new EmailClaimed("a", ADA)));
        long bytes = held.of("ws_1");
        assertThat(bytes).isPositive().isEqualTo(held.all());
        table.apply(event("ws_2", "email/a", 2, new EmailClaimed("a", ADA)));
        assertThat(held.of("ws_1")).isZero();
        assertThat(held.of("ws_2")).isEqualTo(bytes);
        table.apply(event("", "email/a", 3, new EmailReleased(ADA)));

        assertThat(held.of("ws_2")).isZero();
        assertThat(held.all()).isZero();
    }

    @Test
    void theAddressesThatAUserHasClaimedAreCounted() {
        UserReplica table = new UserReplica();

        table.apply(event("email/a", 1, new EmailClaimed("a", ADA)));
        table.apply(event("email/a", 2, new EmailClaimed("a", ADA)));
        table.apply(event("email/b", 1, new EmailClaimed("b", ADA)));
        table.apply(event("oidc/c", 1, new EmailClaimed("c", ADA)));
        assertThat(table.addressesOf(ADA)).isEqualTo(2);

        table.apply(event("email/a", 4, new EmailClaimed("a", GRACE)));
        assertThat(table.addressesOf(ADA)).isOne();
        assertThat(table.addressesOf(GRACE)).isOne();

        table.apply(event("email/b", 2, new EmailReleased(ADA)));
        table.apply(event("oidc/c", 2, new EmailReleased(ADA)));
        assertThat(table.addressesOf(ADA)).isZero();
    }

    @Test
    void claimedAddressesCountAsMemoryUntilTheyAreGivenUp() {
        HeldBytes held = new HeldBytes();
        UserReplica table = new UserReplica(held);
        for (int i = 0; i < 100; i++) {
            table.apply(event("email/" + i, 1, new EmailClaimed("" + i, ADA)));
        }
        long all = held.all();
        table.apply(event("email/7", 1, new EmailClaimed("7", ADA)));

        assertThat(all).isGreaterThan(100 * 200);
        assertThat(held.all()).isEqualTo(all);

        for (int i = 0; i < 100; i++) {
            table.apply(event("email/" + i, 2, new EmailReleased(ADA)));
        }

        assertThat(held.all()).isZero();
    }
}
