package io.postrider.decider;

import static io.postrider.decider.CommandTime.SKEW_MAX;
import static io.postrider.decider.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.links.Link;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTimeTest {

    private final DeciderHarness bench = new DeciderHarness();

    @AfterEach
    void close() {
        bench.close();
    }

    static Stream<Instant> wrong() {
        return Stream.of(
                NOW.plus(SKEW_MAX).plusMillis(1),
                NOW.minus(SKEW_MAX).minusMillis(1),
                NOW.plus(Duration.ofHours(2)),
                NOW.plus(Duration.ofDays(8)),
                NOW.minus(Duration.ofDays(8)),
                Instant.ofEpochMilli(-1),
                Instant.ofEpochMilli(Long.MIN_VALUE),
                Instant.ofEpochMilli(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aCommandOfAWrongClockIsRefusedAndItsSettlementHasTheTimeOfTheAppend(Instant wrong) {
        CommandOutcome outcome = bench.send(bench.creating(Samples.link("a")).at(wrong, NOW));

        assertThat(outcome.kind()).isEqualTo(CommandOutcome.REJECTED);
        assertThat(outcome.rejection()).isEqualTo(Rejections.CLOCK_SKEW);
        EventRecord settlement = bench.onlySettlement(Context.LINKS);
        assertThat(bench.written(Context.LINKS)).isEmpty();
        assertThat(settlement.header().time()).isEqualTo(NOW);
        assertThat(settlement.payload())
                .isEqualTo(
                        new CommandRejected(
                                "link.create",
                                "clock_skew",
                                "The clocks of the node and of the Kafka broker differ by more than 5"
                                        + " minutes."));
        assertThat(bench.stored(AggregateStore.NAME)).isZero();
    }

    @Test
    void aRepetitionThroughANodeWithTheRightClockIsDecided() {
        CommandBuilder wrong = bench.creating(Samples.link("a")).once("scope", "hash");
        CommandBuilder again = bench.creating(Samples.link("a")).once("scope", "hash");

        assertThat(bench.send(wrong.at(NOW.plus(Duration.ofDays(8)), NOW)).rejection())
                .isEqualTo(Rejections.CLOCK_SKEW);
        assertThat(bench.send(again).kind()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {-5 * 60_000, -1, 0, 1, 5 * 60_000})
    void eventsHaveTheTimeOfTheAppendWhateverTheClockOfTheNodeSays(long aheadMillis) {
        CommandOutcome outcome =
                bench.send(bench.creating(Samples.link("a")).at(NOW.plusMillis(aheadMillis), NOW));

        assertThat(outcome.kind()).isEqualTo(CommandOutcome.ACCEPTED);
        var written = bench.written(Context.LINKS).getFirst();
        assertThat(written.timestamp()).isEqualTo(NOW.toEpochMilli());
        assertThat(DeciderHarness.eventCodec(Context.LINKS).decode(written.value()).header().time())
                .isEqualTo(NOW);
    }

    @Test
    void anEndInTheLogHoldsForASlowClock() {
        Link link = Samples.expiring(NOW.plusSeconds(1));

        CommandOutcome outcome =
                bench.send(bench.creating(link).at(NOW, NOW.plus(SKEW_MAX).plusSeconds(1)));

        assertThat(outcome.rejection()).isEqualTo(Rejections.CLOCK_SKEW);
    }
}
