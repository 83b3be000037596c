package io.postrider.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.FakeTenants;
import io.postrider.identity.audit.AuditAggregator.Told;
import io.postrider.schemas.Actor;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.route.AuditTrail.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditAggregatorTest {

    private static final Instant START = Instant.parse("2026-11-02T09:30:00Z");
    private static final Deed MISSING = new Deed.Denied("scope_missing");
    private static final Deed REVOKED = new Deed.Denied("key_revoked");

    private static final Origin ORIGIN = new Origin("198.51.100.7", "planted-agent/8.5");
    private static final int SHARE = AuditAggregator.KINDS_MAX / 4;

    private final AuditAggregator tally = new AuditAggregator(new FakeTenants());
    private final List<Told> told = new ArrayList<>();
    private Instant now = START;

    @Test
    void theFirstEntryIsWrittenAtOnceAndEqualOnesAMinuteLater() {
        take(entry("ws_1", "key_1", "GET /a", MISSING, "req_1"));
        now = now.plusSeconds(10);
        take(entry("ws_1", "key_1", "GET /a", MISSING, "req_2"));
        take(entry("ws_1", "key_1", "GET /a", MISSING, "req_3"));
        assertThat(told).extracting(Told::times).containsExactly(1);

        pass(Duration.ofSeconds(49));
        assertThat(told).hasSize(1);
        pass(Duration.ofSeconds(1));
        assertThat(told).extracting(Told::times).containsExactly(1, 2);
        assertThat(told.getLast().newest().requestId()).isEqualTo("req_3");
        assertThat(told.getLast().at()).isEqualTo(START.plusSeconds(10));
        assertThat(tally.rest()).isEmpty();
    }

    @Test
    void aKindThatWasQuietForAMinuteIsWrittenAtOnce() {
        Entry entry = entry("ws_1", "key_1", "GET /a", MISSING, "req_1");
        take(entry);
        pass(Duration.ofMinutes(1));
        take(entry);

        assertThat(told).extracting(Told::times).containsExactly(1, 1);
    }

    @Test
    void actorsOperationsAndDeedsAreDistinguished() {
        take(entry("ws_1", "key_1", "GET /a", MISSING, "req_1"));
        take(entry("ws_1", "key_2", "GET /a", MISSING, "req_1"));
        take(entry("ws_1", "key_1", "GET /b", MISSING, "req_1"));
        take(entry("ws_1", "key_1", "GET /a", REVOKED, "req_1"));
        take(entry("ws_2", "key_1", "GET /a", MISSING, "req_1"));

        assertThat(told).hasSize(5).allMatch(each -> each.times() == 1);
    }

    @Test
    @Verifies("key-denials-audited")
    void aFloodOfKindsIsLimitedPerMinuteAndCountedCompletely() {
        int kinds = 10 * AuditAggregator.TOLD_MAX;
        for (int i = 0; i < kinds; i++) {
            for (int times = 0; times < 3; times++) {
                take(entry("ws_1", "key_1", "GET /" + i, REVOKED, "req_1"));
            }
        }
        assertThat(told).hasSize(AuditAggregator.AT_ONCE_MAX);

        take(entry("ws_2", "key_2", "GET /a", REVOKED, "req_1"));
        take(entry("ws_1", "key_2", "GET /a", MISSING, "req_1"));
        assertThat(told)
                .as("others are told all the same")
                .hasSize(AuditAggregator.AT_ONCE_MAX + 2);

        for (int minute = 1; minute <= 12; minute++) {
            int before = told.size();
            pass(Duration.ofMinutes(1));
            assertThat(told.size() - before).isLessThanOrEqualTo(AuditAggregator.TOLD_MAX);
        }
        tally.rest().forEach(told::add);
        assertThat(told.stream().mapToInt(Told::times).sum()).isEqualTo(3 * kinds + 2);
    }

    @Test
    void aPersistentKindDoesNotStarveOthers() {
        for (int i = 0; i < 5 * AuditAggregator.TOLD_MAX; i++) {
            take(entry("ws_1", "key_1", "GET /" + i, REVOKED, "req_1"));
        }
        take(entry("ws_1", "key_2", "GET /a", REVOKED, "req_1"));

        for (int minute = 1; minute <= 6; minute++) {
            pass(Duration.ofMinutes(1));
            for (int i = 0; i < 5 * AuditAggregator.TOLD_MAX; i++) {
                take(entry("ws_1", "key_1", "GET /" + i, REVOKED, "req_1"));
            }
        }
        assertThat(told).anyMatch(each -> each.newest().actor().id().equals("key_2"));
    }

    @Test
    @Verifies("audit-shares")
    void aTenantThatFillsItsShareKeepsNoOtherFromBeingWritten() {
        for (int i = 0; i < AuditAggregator.KINDS_MAX; i++) {
            take(entry("ws_ada_1", "key_" + i, "GET /a", REVOKED, "req_1"));
        }
        take(entry("ws_grace_1", "key_1", "GET /a", REVOKED, "req_1"));
        take(signIn("ws_grace_1"));

        assertThat(told).hasSize(AuditAggregator.AT_ONCE_MAX + 2);
        assertThat(told.subList(AuditAggregator.AT_ONCE_MAX, told.size()))
                .allMatch(each -> each.newest().workspace().equals("ws_grace_1"));
    }

    @Test
    @Verifies("audit-shares")
    void refusalsOfAllTenantsLeaveRoomForSignIns() {
        for (int tenant = 0; tenant < 5; tenant++) {
            fillShare("ws_" + tenant + "_1");
        }
        take(signIn("ws_0_1"));

        assertThat(told.getLast().newest()).isEqualTo(signIn("ws_0_1"));
    }

    @Test
    @Verifies("audit-shares")
    void kindsBeyondTheShareAreCountedInOneGroup() {
        fillShare("ws_ada_1");
        take(new Entry("ws_ada_1", Actor.key("key_x"), "GET /x", REVOKED, "req_1", ORIGIN));
        take(new Entry("ws_ada_1", Actor.key("key_y"), "GET /y", REVOKED, "req_2", ORIGIN));
        take(entry("ws_ada_2", "key_x", "GET /x", MISSING, "req_3"));

        assertThat(groups())
                .extracting(each -> each.newest().workspace())
                .containsExactly("ws_ada_2");
        told.addAll(tally.rest());
        assertThat(groups()).extracting(Told::times).containsExactlyInAnyOrder(1, 2);
        assertThat(groups().getLast().newest())
                .isEqualTo(
                        new Entry(
                                "ws_ada_1",
                                AuditAggregator.SEVERAL,
                                "several",
                                REVOKED,
                                "req_2",
                                null));
        assertThat(times()).isEqualTo(SHARE + 3);
    }

    @Test
    void writtenKindsMakeRoomAMinuteLater() {
        fillShare("ws_ada_1");
        for (int told = 0; told < SHARE; told += AuditAggregator.TOLD_MAX) {
            pass(Duration.ofMinutes(1));
        }
        pass(Duration.ofMinutes(1));
        take(entry("ws_ada_1", "key_x", "GET /x", REVOKED, "req_1"));

        assertThat(told.getLast().newest().actor()).isEqualTo(Actor.key("key_x"));
        assertThat(times()).isEqualTo(SHARE + 1);
    }

    @Test
    void entriesWithoutAGroupCountAsMissed() {
        for (int tenant = 0; tenant < 4; tenant++) {
            fillShare("ws_" + tenant + "_1");
            for (int workspace = 0; workspace < SHARE; workspace++) {
                take(entry("ws_" + tenant + "_" + workspace, "key_x", "GET /x", REVOKED, "req_1"));
            }
        }
        assertThat(tally.takeMissed()).isZero();
        take(entry("ws_4_1", "key_x", "GET /x", REVOKED, "req_1"));

        assertThat(tally.takeMissed()).isOne();
        assertThat(tally.takeMissed()).isZero();
    }

    /** Takes as many refusals of different keys as a tenant has room for. */
    private void fillShare(String workspace) {
        for (int i = 0; i < SHARE; i++) {
            take(entry(workspace, "key_" + i, "GET /a", REVOKED, "req_1"));
        }
    }

    private List<Told> groups() {
        return told.stream()
                .filter(each -> each.newest().actor().equals(AuditAggregator.SEVERAL))
                .toList();
    }

    private int times() {
        return told.stream().mapToInt(Told::times).sum();
    }

    private void take(Entry entry) {
        tally.take(entry, now).ifPresent(told::add);
    }

    private void pass(Duration time) {
        now = now.plus(time);
        told.addAll(tally.due(now));
    }

    private static Entry signIn(String workspace) {
        return new Entry(
                workspace,
                Actor.user("usr_1"),
                "POST /api/v1/session",
                new Deed.Done("user.signed_in", "password"),
                "req_1",
                null);
    }

    private static Entry entry(
            String workspace, String key, String operation, Deed deed, String request) {
        return new Entry(workspace, Actor.key(key), operation, deed, request, null);
    }
}
