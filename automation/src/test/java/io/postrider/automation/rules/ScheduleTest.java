package io.postrider.automation.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** The times of scheduled rules. */
class ScheduleTest {

    @Test
    void ofSeveralTimesTheNewestIsFound() {
        Schedule hourly = schedule("\"cron\":\"0 * * * *\"");
        assertThat(hourly.newest(at("09:10:00"), at("12:30:00"))).contains(at("12:00:00"));
        assertThat(hourly.newest(at("12:00:00"), at("12:30:00"))).isEmpty();

        Schedule often = schedule("\"every\":\"PT10S\"");
        assertThat(often.newest(at("09:00:00"), at("09:00:25"))).contains(at("09:00:20"));
        assertThat(often.newest(at("09:00:20"), at("09:00:25"))).isEmpty();
    }

    @Test
    void aZoneWithSummerTimeIsKept() {
        Schedule nine = schedule("\"cron\":\"0 9 * * MON-FRI\",\"zone\":\"Europe/Berlin\"");

        assertThat(nine.after(Instant.parse("2026-10-23T10:00:00Z")))
                .contains(Instant.parse("2026-10-26T08:00:00Z"));
        assertThat(nine.after(Instant.parse("2026-10-22T10:00:00Z")))
                .contains(Instant.parse("2026-10-23T07:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "30 2 * * *, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z, 2026-03-30T00:30:00Z",
        "*/20 2 * * *, 2026-03-28T12:00:00Z, 2026-03-29T01:00:00Z, 2026-03-30T00:00:00Z",
        "0 2-3 * * *, 2026-03-29T00:00:00Z, 2026-03-29T01:00:00Z, 2026-03-30T00:00:00Z",
        "30 2 * * *, 2026-10-24T12:00:00Z, 2026-10-25T00:30:00Z, 2026-10-26T01:30:00Z",
        "30 2 * * *, 2026-10-25T01:10:00Z, 2026-10-26T01:30:00Z, 2026-10-27T01:30:00Z",
        "30 * * * *, 2026-03-29T00:10:00Z, 2026-03-29T00:30:00Z, 2026-03-29T01:30:00Z",
        "30 * * * *, 2026-10-25T00:10:00Z, 2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z"
    })
    void aFixedTimeRunsOnceWhereClocksChange(
            String cron, Instant from, Instant first, Instant second) {
        Schedule schedule = schedule("\"cron\":\"" + cron + "\",\"zone\":\"Europe/Berlin\"");

        assertThat(schedule.after(from)).contains(first);
        assertThat(schedule.after(first)).contains(second);
        assertThat(schedule.newest(from, first)).contains(first);
    }

    @ParameterizedTest
    @CsvSource({
        "0 * * * *, Australia/Lord_Howe, 2027-04-03T12:00:00Z",
        "*/15 * * * *, Pacific/Chatham, 2027-04-03T12:00:00Z",
        "45 * * * *, Pacific/Chatham, 2027-04-03T12:00:00Z",
        "30 */2 * * *, Africa/Cairo, 2027-04-29T12:00:00Z",
        "0 * 30 2 *, Europe/Berlin, 2027-01-01T00:00:00Z"
    })
    void aScheduleGoesOnWhereClocksChangeByPartsOfAnHour(String cron, String zone, Instant from) {
        Schedule schedule = schedule("\"cron\":\"%s\",\"zone\":\"%s\"".formatted(cron, zone));

        Optional<Instant> next = schedule.after(from);
        for (int i = 0; i < 200 && next.isPresent(); i++) {
            Instant before = next.get();
            next = schedule.after(before);
            assertThat(next).hasValueSatisfying(time -> assertThat(time).isAfter(before));
            assertThat(Duration.between(before, next.get())).isLessThan(Duration.ofHours(4));
        }
        assertThat(schedule.newest(from, from.plus(Duration.ofDays(2))).isPresent())
                .isEqualTo(next.isPresent());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "\"every\":\"PT1S\" | /trigger/every",
                "\"every\":\"soon\" | /trigger/every",
                "\"cron\":\"* * *\" | /trigger/cron",
                "\"cron\":\"99 * * * *\" | /trigger/cron",
                "\"cron\":\"0 9 * * *\",\"zone\":\"Mars\" | /trigger/zone",
                "\"cron\":\"0 9 * * *\",\"every\":\"PT1H\" | /trigger/cron"
            })
    void errorsAreNamed(String trigger, String pointer) {
        assertThat(read(trigger))
                .isInstanceOfSatisfying(
                        Reading.Faulty.class,
                        faulty ->
                                assertThat(faulty.errors())
                                        .extracting(FieldError::pointer)
                                        .contains(pointer));
    }

    @Test
    void aRuleMayHaveEventsAndASchedule() {
        assertThat(read("\"event_types\":[\"order.paid\"],\"every\":\"PT1H\""))
                .isInstanceOfSatisfying(
                        Reading.Read.class,
                        read -> {
                            assertThat(read.definition().eventTypes())
                                    .isEqualTo(List.of("order.paid"));
                            assertThat(read.definition().isFor(RuleDefinition.SCHEDULED)).isTrue();
                        });
    }

    private static Instant at(String time) {
        return Instant.parse("2026-11-02T" + time + "Z");
    }

    private static Schedule schedule(String trigger) {
        return Objects.requireNonNull(((Reading.Read) read(trigger)).definition().schedule());
    }

    private static Reading read(String trigger) {
        return RuleDefinition.read(
                (ObjectNode)
                        Json.mapper()
                                .readTree(
                                        "{\"trigger\":{"
                                                + trigger
                                                + "},\"actions\":[{\"key\":\"stop\",\"type\":\"stop\"}]}"));
    }
}
