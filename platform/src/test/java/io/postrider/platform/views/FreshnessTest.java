package io.postrider.platform.views;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FreshnessTest {

    private static final Topic KEYS = Context.KEYS.events();
    private static final Topic LINKS = Context.LINKS.events();
    private static final TopicPartition P0 = new TopicPartition(KEYS.name(), 0);
    private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

    private final FakeLog log = new FakeLog();
    private final LogProbe probe = log.probe();
    private final CommandWaiters waiters = new CommandWaiters("test", SharedCapacity.ofTenants(1));
    private final AppliedTable applied = new AppliedTable(waiters);
    private long nanos = Long.MAX_VALUE - 1_000;
    private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
    private final Freshness freshness =
            new Freshness(
                    ProjectionSettings.DEFAULTS,
                    new ClockReading.Clocks(() -> nanos, () -> wall),
                    applied);

    @BeforeEach
    void begin() {
        log.create(KEYS, 1);
        applyUpTo(0);
        freshness.begin(Map.of(P0, AppliedOffset.at(0)));
    }

    @AfterEach
    void close() {
        waiters.close();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        wall = wall.plus(time);
    }

    private void append() {
        log.append(KEYS, 0, "key", "value", -1);
    }

    private void applyUpTo(long next) {
        applied.advance(Map.of(P0, AppliedOffset.at(next)));
    }

    private void tick() {
        // Once to ask and once to look at the answer, as two polls do.
        freshness.tick(probe);
        freshness.tick(probe);
    }

    @Test
    void nothingIsKnownBeforeTheLogHasAnswered() {
        log.setDown(true);

        tick();

        assertThat(freshness.staleness(KEYS.name())).isEqualTo(FOR_EVER);
        assertThat(freshness.caughtUp()).isNotDone();
        assertThat(freshness.progress()).isEqualTo(new Progress(0, 0, false));
    }

    @Test
    void anEmptyLogIsCaughtUpWithAtOnce() {
        tick();

        assertThat(freshness.caughtUp()).isDone();
        assertThat(freshness.staleness(KEYS.name())).isZero();
    }

    @Test
    void theViewIsAsFreshAsTheLastReachedEnds() {
        append();
        append();
        tick();
        pass(Duration.ofSeconds(3));
        applyUpTo(1);
        tick();
        assertThat(freshness.caughtUp()).isNotDone();
        assertThat(freshness.progress()).isEqualTo(new Progress(1, 2, false));

        applyUpTo(2);
        tick();

        assertThat(freshness.caughtUp()).isDone();
        assertThat(freshness.progress()).isEqualTo(new Progress(2, 2, true));
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void laterRecordsDoNotDelayAnEarlierQuery() {
        append();
        tick();
        append();
        append();

        applyUpTo(1);
        tick();

        assertThat(freshness.staleness(KEYS.name())).isZero();
    }

    @Test
    void itGrowsStaleWhileTheLogIsAwayAndFreshAgainAfterwards() {
        tick();
        log.setDown(true);
        for (int i = 0; i < 30; i++) {
            pass(Duration.ofMillis(500));
            tick();
        }
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofSeconds(15));
        assertThat(freshness.caughtUp()).isDone();

        log.setDown(false);
        pass(Duration.ofMillis(500));
        tick();

        assertThat(freshness.staleness(KEYS.name())).isZero();
    }

    @Test
    void theLogIsAskedOncePerInterval() {
        tick();
        append();
        applyUpTo(1);
        pass(Duration.ofMillis(499));
        tick();
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofMillis(499));

        pass(Duration.ofMillis(1));
        tick();

        assertThat(freshness.staleness(KEYS.name())).isZero();
    }

    @Test
    void anOpenTransactionDoesNotKeepFromCatchingUpButFromStayingFresh() {
        append();
        log.hold(KEYS, 0);
        append();
        applyUpTo(1);

        tick();
        assertThat(freshness.caughtUp()).isDone();

        pass(Duration.ofSeconds(10));
        tick();
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofSeconds(10));

        log.commit(KEYS, 0);
        applyUpTo(2);
        tick();
        assertThat(freshness.staleness(KEYS.name())).isZero();
    }

    @Test
    void neitherASleepingMachineNorAClockSetBackMakesItLookFresh() {
        tick();
        wall = wall.plusSeconds(3_600);
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofHours(1));

        wall = wall.minusSeconds(7_200);
        nanos += Duration.ofSeconds(20).toNanos();
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aRebuildTakesEverythingBack() {
        tick();

        freshness.forget();

        assertThat(freshness.staleness(KEYS.name())).isEqualTo(FOR_EVER);
        assertThat(freshness.caughtUp()).isNotDone();
    }

    @Test
    void aNewSessionKeepsTheState() {
        append();
        applyUpTo(1);
        tick();
        pass(Duration.ofSeconds(2));

        freshness.begin(Map.of(P0, AppliedOffset.at(1)));

        assertThat(freshness.staleness(KEYS.name())).isEqualTo(Duration.ofSeconds(2));
        assertThat(freshness.progress()).isEqualTo(new Progress(1, 1, true));
    }

    @Test
    void aTopicThatHangsDoesNotMakeAnotherStale() {
        TopicPartition other = new TopicPartition(LINKS.name(), 0);
        log.create(LINKS, 1);
        applied.advance(Map.of(other, AppliedOffset.at(0)));
        freshness.begin(Map.of(P0, AppliedOffset.at(0), other, AppliedOffset.at(0)));
        tick();
        log.append(LINKS, 0, "key", "value", -1);

        pass(Duration.ofSeconds(10));
        tick();
        pass(Duration.ofSeconds(10));
        tick();

        assertThat(freshness.staleness(KEYS.name())).isZero();
        assertThat(freshness.staleness(LINKS.name())).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aTopicIsNotFreshWithoutAnAnswerFromEachOfItsPartitions() {
        // Which has no leader: the log answers for the first alone.
        TopicPartition second = new TopicPartition(KEYS.name(), 1);
        freshness.begin(Map.of(second, AppliedOffset.at(0)));

        tick();

        assertThat(freshness.caughtUp()).isNotDone();
        assertThat(freshness.staleness(KEYS.name())).isEqualTo(FOR_EVER);
    }
}
