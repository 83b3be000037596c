package io.postrider.decider;

import static io.postrider.decider.Samples.NOW;
import static io.postrider.decider.Samples.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.CommandUnchanged;
import io.postrider.schemas.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {

    private static final Duration WEEK = Duration.ofDays(7);

    private final DeciderHarness bench = new DeciderHarness();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aRepeatedRequestGetsTheFirstOutcomeUnderItsOwnId() {
        CommandBuilder first = bench.creating(Samples.link("a")).once("scope", "hash");
        CommandBuilder again = bench.creating(Samples.link("a")).once("scope", "hash");
        CommandOutcome accepted = bench.send(first);
        bench.written(Context.LINKS);

        DeciderHarness.Answer answer = bench.answerTo(again);

        assertThat(answer.commandId()).isEqualTo(again.commandId());
        assertThat(answer.outcome()).usingRecursiveComparison().isEqualTo(accepted.asReplay());
        assertThat(answer.outcome().commandId()).isEqualTo(first.commandId());
        assertThat(answer.outcome().offset()).isZero();
        assertThat(bench.written(Context.LINKS)).isEmpty();
        var settlement = bench.onlySettlement(Context.LINKS);
        assertThat(settlement.payload()).isEqualTo(new CommandUnchanged("link.create"));
        assertThat(settlement.header().causationId()).isEqualTo(again.commandId());
    }

    @Test
    void aRepeatedRefusalIsRepeatedEvenIfItWouldBeAcceptedNow() {
        CommandBuilder admit =
                bench.asking(Context.LINKS, "go.test/a", new AdmitClicks(WORKSPACE, 1));
        CommandOutcome refused = bench.send(admit.once("scope", "hash"));
        bench.send(bench.creating(Samples.link("a")));

        CommandOutcome again =
                bench.send(
                        bench.asking(Context.LINKS, "go.test/a", new AdmitClicks(WORKSPACE, 1))
                                .once("scope", "hash"));

        assertThat(refused.kind()).isEqualTo(CommandOutcome.REJECTED);
        assertThat(again).usingRecursiveComparison().isEqualTo(refused.asReplay());
    }

    @Test
    void aRepeatedRequestGetsTheFirstOutcomeAlsoWhenItsTimesHavePassed() {
        Link link = Samples.expiring(NOW.plusSeconds(1));
        CommandOutcome first = bench.send(bench.creating(link).once("scope", "hash"));
        CommandBuilder late = bench.creating(link).once("scope", "hash").at(NOW.plusSeconds(2));

        CommandOutcome again = bench.send(late);

        assertThat(first.kind()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(again).usingRecursiveComparison().isEqualTo(first.asReplay());
    }

    @Test
    void invalidRequestsDoNotUseTheirIdempotencyKey() {
        CommandOutcome wrong =
                bench.send(bench.creating(Samples.expiring(NOW)).once("scope", "wrong"));
        CommandOutcome mended =
                bench.send(
                        bench.creating(Samples.expiring(NOW.plusMillis(1))).once("scope", "right"));

        assertThat(Objects.requireNonNull(wrong.rejection()).errors())
                .extracting(FieldError::code)
                .containsExactly("in_the_past");
        assertThat(mended.kind()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void aKeyOfAnotherRequestIsRefused() {
        bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));
        bench.written(Context.LINKS);
        CommandBuilder other = bench.creating(Samples.link("b")).once("scope", "other hash");

        CommandOutcome outcome = bench.send(other);

        assertThat(outcome.kind()).isEqualTo(CommandOutcome.KEY_REUSED);
        assertThat(outcome.commandId()).isEqualTo(other.commandId());
        assertThat(outcome.offset()).isEqualTo(1);
        assertThat(bench.written(Context.LINKS)).isEmpty();
        assertThat(Objects.requireNonNull(bench.onlySettlement(Context.LINKS).payload()))
                .isInstanceOfSatisfying(
                        CommandRejected.class,
                        rejected ->
                                assertThat(rejected.code()).isEqualTo("idempotency_key_reused"));
        assertThat(aggregate("go.test/b")).isNull();
    }

    @Test
    void theFirstOutcomeOutlivesAttemptsToReuseItsKey() {
        CommandOutcome first = bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));
        bench.send(bench.creating(Samples.link("b")).once("scope", "other hash"));

        CommandOutcome again = bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));

        assertThat(again).usingRecursiveComparison().isEqualTo(first.asReplay());
    }

    @Test
    void aReservationTakesTheKeyForOneRequestOnly() {
        CommandOutcome reserved = bench.send(reservation("hash"));
        CommandOutcome same = bench.send(reservation("hash"));
        CommandOutcome other = bench.send(reservation("other hash"));

        assertThat(reserved.kind()).isEqualTo(CommandOutcome.RESERVED);
        assertThat(reserved.replayed()).isFalse();
        assertThat(same).usingRecursiveComparison().isEqualTo(reserved.asReplay());
        assertThat(other.kind()).isEqualTo(CommandOutcome.KEY_REUSED);
        assertThat(bench.written(Context.LINKS)).isEmpty();
        assertThat(bench.settlements(Context.LINKS))
                .extracting(settlement -> settlement.header().type())
                .containsExactly("command.unchanged", "command.unchanged", "command.rejected");
        assertThat(bench.stored(AggregateStore.NAME)).isZero();
    }

    @Test
    void theRequestThatReservedGoesOnAndItsOutcomeReplacesTheReservation() {
        bench.send(reservation("hash"));

        CommandOutcome accepted =
                bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));
        CommandOutcome reservedAgain = bench.send(reservation("hash"));
        CommandOutcome repeated =
                bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));

        assertThat(accepted.kind()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(accepted.replayed()).isFalse();
        assertThat(reservedAgain).usingRecursiveComparison().isEqualTo(accepted.asReplay());
        assertThat(repeated).usingRecursiveComparison().isEqualTo(accepted.asReplay());
        assertThat(bench.stored(IdempotencyStore.NAME)).isEqualTo(2);
    }

    @Test
    void anotherRequestCannotTakeAReservedKey() {
        bench.send(reservation("hash"));

        CommandOutcome other =
                bench.send(bench.creating(Samples.link("b")).once("scope", "other hash"));

        assertThat(other.kind()).isEqualTo(CommandOutcome.KEY_REUSED);
        assertThat(aggregate("go.test/b")).isNull();
    }

    @Test
    void aReservationWithoutAKeyIsRefused() {
        CommandOutcome outcome = bench.send(bench.asking(Context.LINKS, "go.test/a", null));

        assertThat(outcome.rejection()).isEqualTo(Rejections.INTERNAL_ERROR);
    }

    @Test
    void aKeyHoldsForSevenDaysOfTheLogAndNoLonger() {
        bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));

        CommandOutcome justBefore =
                bench.send(
                        bench.creating(Samples.link("a"))
                                .once("scope", "hash")
                                .at(NOW.plus(WEEK).minusMillis(1)));
        CommandOutcome justAfter =
                bench.send(
                        bench.creating(Samples.link("b"))
                                .once("scope", "other hash")
                                .at(NOW.plus(WEEK)));

        assertThat(justBefore.replayed()).isTrue();
        assertThat(justAfter.kind()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void anExpiredKeyIsRemovedByWhateverCommandComesNextInItsContext() {
        bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));
        assertThat(bench.stored(IdempotencyStore.NAME)).isEqualTo(2);

        bench.send(bench.creating(Samples.link("b")).at(NOW.plus(WEEK)));

        assertThat(bench.stored(IdempotencyStore.NAME)).isZero();
    }

    @Test
    void aNodeWithAFastClockExpiresNoForeignKeys() {
        CommandOutcome first = bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));

        for (int i = 0; i < 20; i++) {
            bench.send(
                    bench.creating(Samples.link("b" + i))
                            .once("scope" + i, "hash")
                            .at(NOW.plus(WEEK.plusDays(1)), NOW.plusSeconds(i)));
        }

        CommandBuilder again = bench.creating(Samples.link("a")).once("scope", "hash");
        assertThat(bench.send(again.at(NOW.plusSeconds(30))))
                .usingRecursiveComparison()
                .isEqualTo(first.asReplay());
    }

    /** What one clock may be off without being refused shortens nothing either. */
    @Test
    void aKeyHoldsForSevenDaysWhateverTheClocksSay() {
        Instant late = NOW.plus(CommandTime.SKEW_MAX);
        bench.send(bench.creating(Samples.link("a")).once("scope", "hash").at(NOW, late));

        CommandBuilder again = bench.creating(Samples.link("a")).once("scope", "hash");
        CommandOutcome outcome =
                bench.send(
                        again.at(
                                late.plus(WEEK).plus(CommandTime.SKEW_MAX).minusMillis(1),
                                late.plus(WEEK).minusMillis(1)));

        assertThat(outcome.replayed()).isTrue();
    }

    @Test
    void removingManyIsSpreadOverCommands() {
        for (int i = 0; i < 20; i++) {
            bench.send(bench.creating(Samples.link("a" + i)).once("scope" + i, "hash"));
        }

        bench.send(bench.creating(Samples.link("b")).at(NOW.plus(WEEK)));
        assertThat(bench.stored(IdempotencyStore.NAME)).isEqualTo(2 * 12);
        bench.send(bench.creating(Samples.link("c")).at(NOW.plus(WEEK)));
        assertThat(bench.stored(IdempotencyStore.NAME)).isEqualTo(2 * 4);
        bench.send(bench.creating(Samples.link("d")).at(NOW.plus(WEEK)));

        assertThat(bench.stored(IdempotencyStore.NAME)).isZero();
    }

    @Test
    void anOutcomeFromBehindTheOthersIsRemovedInItsTurn() {
        bench.send(bench.creating(Samples.link("a")).once("late", "hash").at(NOW.plusSeconds(60)));
        bench.send(bench.creating(Samples.link("b")).at(NOW.plusSeconds(61)));
        bench.send(bench.creating(Samples.link("c")).once("early", "hash").at(NOW));

        bench.send(bench.creating(Samples.link("d")).at(NOW.plus(WEEK)));

        assertThat(bench.stored(IdempotencyStore.NAME)).isEqualTo(2);
        assertThat(
                        bench.send(
                                        bench.creating(Samples.link("a"))
                                                .once("late", "hash")
                                                .at(NOW.plus(WEEK)))
                                .replayed())
                .isTrue();
    }

    private CommandBuilder reservation(String hash) {
        return bench.asking(Context.LINKS, "go.test/a", null).once("scope", hash);
    }

    private byte @Nullable [] aggregate(String name) {
        return bench.store(AggregateStore.NAME).get(AggregateStore.key(Context.LINKS, name));
    }
}
