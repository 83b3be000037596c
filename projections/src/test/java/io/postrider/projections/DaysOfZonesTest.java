package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DaysOfZonesTest {

    @TempDir Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
        models.apply(models.created(1, MINE));
    }

    @AfterEach
    void close() {
        models.close();
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Kolkata, 2026-11-20T18:30:00.000Z",
        "Asia/Kathmandu, 2026-11-20T18:15:00.000Z",
        "Australia/Adelaide, 2026-11-20T13:30:00.000Z",
        "Pacific/Chatham, 2026-11-20T10:15:00.000Z",
        "Pacific/Marquesas, 2026-11-21T09:30:00.000Z",
        "+05:45, 2026-11-20T18:15:00.000Z",
        "UTC, 2026-11-21T00:00:00.000Z"
    })
    void aDayEndsAtMidnightWhereverThatIs(String zone, Instant midnight) {
        click(1, midnight.minusMillis(1));
        click(2, midnight);
        click(3, midnight.plusSeconds(20));

        assertThat(clicksByStart("day", zone))
                .hasSize(2)
                .containsEntry(midnight, 2L)
                .containsEntry(midnight.minusSeconds(86_400), 1L);
    }

    @Test
    void anHourBeginsWithTheHourOfTheZone() {
        click(1, Instant.parse("2026-11-21T10:10:00Z"));
        click(2, Instant.parse("2026-11-21T10:40:00Z"));

        assertThat(clicksByStart("hour", "Asia/Kolkata"))
                .isEqualTo(
                        Map.of(
                                Instant.parse("2026-11-21T09:30:00Z"), 1L,
                                Instant.parse("2026-11-21T10:30:00Z"), 1L));
    }

    @Test
    void aDayInWhichMidnightComesTwiceIsOneDay() {
        // Clocks in Havana go from 1:00 back to 0:00 at 05:00 UTC.
        click(1, Instant.parse("2026-11-01T04:30:00Z"));
        click(2, Instant.parse("2026-11-01T05:30:00Z"));

        assertThat(clicksByStart("day", "America/Havana"))
                .isEqualTo(Map.of(Instant.parse("2026-11-01T04:00:00Z"), 2L));
    }

    @Test
    void aTimeRangeIsCutAtTheQuarterOfAnHourThatItBeginsIn() {
        List<String> times =
                List.of("10:14:59.999", "10:15:00", "10:29:00", "10:30:00", "10:59:00", "11:00:00");
        for (int i = 0; i < times.size(); i++) {
            click(i, Instant.parse("2026-11-21T" + times.get(i) + "Z"));
        }
        Map<String, String> range =
                Map.of("from", "2026-11-21T10:20:00Z", "to", "2026-11-21T11:00:00Z");

        assertThat(stats(range).path("totals").path("clicks").asLong()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+05:07", "UTC+01:02:03", "Mars/Olympus", ""})
    void aZoneThatNoRegionHasIsRefused(String zone) {
        assertThat(models.ask(QueryNames.CLICK_STATS, MINE, Map.of("timezone", zone)))
                .isInstanceOf(QueryResult.BadParameter.class);
    }

    private void click(int n, Instant at) {
        models.apply(models.clicked(n, at, "human", "v" + n));
    }

    private Map<Instant, Long> clicksByStart(String interval, String zone) {
        Map<Instant, Long> counted = new HashMap<>();
        List<JsonNode> buckets = new ArrayList<>();
        stats(Map.of("interval", interval, "timezone", zone)).path("data").forEach(buckets::add);
        buckets.forEach(bucket ->
                counted.put(
                        Instant.parse(bucket.path("at").asString()),
                        bucket.path("clicks").asLong()));
        assertThat(counted).hasSameSizeAs(buckets);
        return counted;
    }

    private JsonNode stats(Map<String, String> parameters) {
        return models.found(QueryNames.CLICK_STATS, MINE, parameters);
    }
}
