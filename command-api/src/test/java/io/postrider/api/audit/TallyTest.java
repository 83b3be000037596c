package io.postrider.api.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.audit.Tally.Told;
import io.postrider.api.http.AuditTrail.Deed;
import io.postrider.api.http.AuditTrail.Entry;
import io.postrider.schemas.Actor;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {

    private static final Instant START = Instant.parse("2026-11-02T09:30:00Z");
    private static final Deed MISSING = new Deed.Denied("scope_missing");
    private static final Deed REVOKED = new Deed.Denied("key_revoked");

    private final Tally tally = new Tally();
    private final List<Told> told = new ArrayList<>();
    private Instant now = START;

    @Test
    void theFirstIsToldAtOnceAndThoseLikeItTogetherAMinuteLater() {
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
    void whatHasBeenQuietForAMinuteIsToldAtOnceAgain() {
        Entry entry = entry("ws_1", "key_1", "GET /a", MISSING, "req_1");
        take(entry);
        pass(Duration.ofMinutes(1));
        take(entry);

        assertThat(told).extracting(Told::times).containsExactly(1, 1);
    }

    @Test
    void othersAndOtherOperationsAndDeedsAreToldApart() {
        take(entry("ws_1", "key_1", "GET /a", MISSING, "req_1"));
        take(entry("ws_1", "key_2", "GET /a", MISSING, "req_1"));
        take(entry("ws_1", "key_1", "GET /b", MISSING, "req_1"));
        take(entry("ws_1", "key_1", "GET /a", REVOKED, "req_1"));
        take(entry("ws_2", "key_1", "GET /a", MISSING, "req_1"));

        assertThat(told).hasSize(5).allMatch(each -> each.times() == 1);
    }

    @Test
    @Verifies("key-denials-audited")
    void aFloodOfManyKindsIsToldInSoManyEntriesAMinuteAndAllOfItIsCounted() {
        int kinds = 10 * Tally.TOLD_MAX;
        for (int i = 0; i < kinds; i++) {
            for (int times = 0; times < 3; times++) {
                take(entry("ws_1", "key_1", "GET /" + i, REVOKED, "req_1"));
            }
        }
        assertThat(told).hasSize(Tally.AT_ONCE_MAX);

        take(entry("ws_2", "key_2", "GET /a", REVOKED, "req_1"));
        take(entry("ws_1", "key_2", "GET /a", MISSING, "req_1"));
        assertThat(told).as("others are told all the same").hasSize(Tally.AT_ONCE_MAX + 2);

        for (int minute = 1; minute <= 12; minute++) {
            int before = told.size();
            pass(Duration.ofMinutes(1));
            assertThat(told.size() - before).isLessThanOrEqualTo(Tally.TOLD_MAX);
        }
        tally.rest().forEach(told::add);
        assertThat(told.stream().mapToInt(Told::times).sum()).isEqualTo(3 * kinds + 2);
    }

    @Test
    void whoGoesOnAndOnKeepsNobodyElseFromBeingTold() {
        for (int i = 0; i < 5 * Tally.TOLD_MAX; i++) {
            take(entry("ws_1", "key_1", "GET /" + i, REVOKED, "req_1"));
        }
        take(entry("ws_1", "key_2", "GET /a", REVOKED, "req_1"));

        for (int minute = 1; minute <= 6; minute++) {
            pass(Duration.ofMinutes(1));
            for (int i = 0; i < 5 * Tally.TOLD_MAX; i++) {
                take(entry("ws_1", "key_1", "GET /" + i, REVOKED, "req_1"));
            }
        }
        assertThat(told).anyMatch(each -> each.newest().actor().id().equals("key_2"));
    }

    @Test
    void noMoreKindsAreCountedThanThereIsRoomFor() {
        for (int i = 0; i < Tally.KINDS_MAX; i++) {
            take(entry("ws_1", "key_" + i, "GET /a", REVOKED, "req_1"));
        }
        take(entry("ws_2", "key_x", "GET /a", REVOKED, "req_1"));
        assertThat(told).hasSize(Tally.AT_ONCE_MAX);

        pass(Duration.ofMinutes(1));
        take(entry("ws_2", "key_x", "GET /a", REVOKED, "req_1"));
        assertThat(told.getLast().newest().workspace())
                .as("what was told makes room a minute later")
                .isEqualTo("ws_2");
    }

    private void take(Entry entry) {
        tally.take(entry, now).ifPresent(told::add);
    }

    private void pass(Duration time) {
        now = now.plus(time);
        told.addAll(tally.due(now));
    }

    private static Entry entry(
            String workspace, String key, String operation, Deed deed, String request) {
        return new Entry(workspace, Actor.key(key), operation, deed, request, null);
    }
}
