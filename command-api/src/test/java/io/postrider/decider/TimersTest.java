package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.ExpireKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyEvent.KeyExpired;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.ExpireLink;
import io.postrider.domain.links.LinkEvent.LinkExpired;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.records.Records;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The driver's wall clock starts with the machine's, so ends lie around the present. */
class TimersTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
    private final Instant end = start.plus(HOUR);

    private final DeciderHarness decider = new DeciderHarness();

    @AfterEach
    void close() {
        decider.close();
    }

    @Test
    @Verifies("key-restrictions")
    void endsAreRequestedAtTheirTime() {
        Link link = Samples.expiring(end);
        create(link);
        ApiKey key = Records.with(Samples.key(1), "expiresAt", end);
        var _ = decider.send(decider.asking(Context.KEYS, key.id(), new CreateKey(key)).at(start));

        assertThat(decider.remindedIn(HOUR.minusMinutes(1))).isEmpty();

        List<CommandRecord> asked = decider.remindedIn(Duration.ofMinutes(2));
        assertThat(asked)
                .extracting(CommandRecord::body)
                .contains(
                        new ExpireLink(link.workspace(), end), new ExpireKey(key.workspace(), end));
        assertThat(asked)
                .allSatisfy(command -> {
                    assertThat(command.header().time()).isAfterOrEqualTo(end);
                    assertThat(command.header().actor()).isEqualTo(Actor.system("clock"));
                });
    }

    @Test
    void anEndIsWrittenDownOnceHoweverOftenItIsAskedFor() {
        Link link = Samples.expiring(end);
        create(link);
        CommandRecord first = only(decider.remindedIn(HOUR.plusSeconds(1)));
        CommandRecord again = only(decider.remindedIn(Timers.AGAIN_AFTER.plusSeconds(1)));

        assertThat(again.header().id()).isNotEqualTo(first.header().id());
        assertThat(send(first).kind()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(send(again).kind()).isEqualTo(CommandOutcome.UNCHANGED);
        assertThat(decider.events(Context.LINKS))
                .extracting(EventRecord::payload)
                .filteredOn(LinkExpired.class::isInstance)
                .hasSize(1);
        assertThat(decider.remindedIn(HOUR)).isEmpty();
        assertThat(decider.stored(TimerStore.NAME)).isZero();
    }

    @Test
    void requestsInFlightAreNotRepeatedTooSoon() {
        create(Samples.expiring(end));

        assertThat(decider.remindedIn(HOUR.plusSeconds(1))).hasSize(1);
        assertThat(decider.remindedIn(Timers.AGAIN_AFTER.minusSeconds(2))).isEmpty();
        assertThat(decider.remindedIn(Duration.ofSeconds(3))).hasSize(1);
    }

    @Test
    void unsentRequestsAreRepeatedSoon() {
        create(Samples.expiring(end));
        decider.reminding = false;
        assertThat(decider.remindedIn(HOUR.plusSeconds(1))).hasSize(1);

        assertThat(decider.remindedIn(Duration.ofSeconds(2))).hasSize(1);
    }

    @Test
    void removedResourcesAreNotRequested() {
        Link link = Samples.expiring(end);
        create(link);
        var _ =
                decider.send(
                        decider.asking(Context.LINKS, link.key(), new DeleteLink(link.workspace()))
                                .at(start));
        ApiKey key = Records.with(Samples.key(1), "expiresAt", end);
        var _ = decider.send(decider.asking(Context.KEYS, key.id(), new CreateKey(key)).at(start));
        var _ =
                decider.send(
                        decider.asking(Context.KEYS, key.id(), new RevokeKey(key.workspace()))
                                .at(start));

        assertThat(decider.stored(TimerStore.NAME)).isZero();
        assertThat(decider.remindedIn(HOUR.multipliedBy(2))).isEmpty();
    }

    @Test
    void anExpiredKeyLosesItsSecretsOfOld() {
        ApiKey key = Records.with(Samples.key(1), "expiresAt", end);
        var _ = decider.send(decider.asking(Context.KEYS, key.id(), new CreateKey(key)).at(start));
        var _ = decider.events(Context.KEYS);

        var _ = send(Context.KEYS, only(decider.remindedIn(HOUR.plusSeconds(1))));

        assertThat(decider.onlyEvent(Context.KEYS).payload())
                .isInstanceOfSatisfying(
                        KeyExpired.class, event -> assertThat(event.key().previous()).isNull());
    }

    @Test
    void aNodeWithAFastClockEndsNothingEarly() {
        try (DeciderHarness ahead = new DeciderHarness(start.plus(Duration.ofDays(8)))) {
            for (String slug : List.of("a", "b", "c")) {
                Link link = Records.with(Samples.link(slug), "expiresAt", end);
                assertThat(ahead.send(ahead.creating(link).at(start)).kind())
                        .isEqualTo(CommandOutcome.ACCEPTED);
            }

            CommandRecord early = only(ahead.remindedIn(Duration.ofSeconds(2)));
            CommandOutcome refused = sendTo(ahead, early, start.plusSeconds(1));
            assertThat(refused.rejection()).isEqualTo(Rejections.CLOCK_SKEW);
            assertThat(ahead.remindedIn(HOUR.minusMinutes(1))).hasSize(1);
            List<CommandRecord> due = ahead.remindedIn(Duration.ofMinutes(2));

            assertThat(due).hasSize(3);
            for (CommandRecord command : due) {
                Instant appended = end.plus(Duration.ofMinutes(1));
                assertThat(sendTo(ahead, command, appended).kind())
                        .isEqualTo(CommandOutcome.ACCEPTED);
            }
            assertThat(ahead.stored(TimerStore.NAME)).isZero();
        }
    }

    @Test
    void aNodeWithASlowClockEndsEverythingInTime() {
        try (DeciderHarness behind = new DeciderHarness(start.minus(HOUR))) {
            var _ = behind.send(behind.creating(Samples.expiring(end)).at(start));

            CommandRecord command = only(behind.remindedIn(HOUR.plusSeconds(1)));

            assertThat(sendTo(behind, command, end.plusSeconds(1)).kind())
                    .isEqualTo(CommandOutcome.ACCEPTED);
        }
    }

    @Test
    void anEndIsHeldAgainstTheTimeOfTheLogAndNotOfTheNodeThatAsks() {
        create(Samples.expiring(end));
        CommandRecord asked = only(decider.remindedIn(HOUR.plusSeconds(1)));

        CommandOutcome early = sendTo(decider, asked, end.minusMillis(1));

        assertThat(early.kind()).isEqualTo(CommandOutcome.UNCHANGED);
        assertThat(decider.stored(TimerStore.NAME)).isEqualTo(1);
        assertThat(sendTo(decider, asked, end).kind()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void resourcesDueByTheNodesClockOnlyAreRequestedOneAtATime() {
        for (String slug : List.of("a", "b", "c")) {
            create(Records.with(Samples.link(slug), "expiresAt", end));
        }
        var _ = decider.send(decider.creating(Samples.link("d")).at(start.minus(HOUR)));

        CommandRecord probe = only(decider.remindedIn(HOUR.plusSeconds(1)));
        var _ = send(probe);

        assertThat(decider.remindedIn(Duration.ofSeconds(2))).hasSize(2);
    }

    @Test
    void aTimerContinuesTheTraceOfTheCommandThatSetIt() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        CommandBuilder create = decider.creating(Samples.expiring(end)).at(start);
        var headers = new RecordHeaders().add("traceparent", DeciderHarness.utf8(trace));
        var _ =
                decider.pipe(
                        Context.LINKS,
                        new TestRecord<>(
                                DeciderHarness.utf8(create.aggregate()),
                                create.framed(),
                                headers,
                                start));
        create(Records.with(Samples.link("untraced"), "expiresAt", end));

        assertThat(decider.remindedIn(HOUR.plusSeconds(1))).hasSize(2);

        assertThat(decider.remindedTraces).containsExactlyInAnyOrder(trace, "null");
    }

    private void create(Link link) {
        assertThat(decider.send(decider.creating(link).at(start)).kind())
                .isEqualTo(CommandOutcome.ACCEPTED);
    }

    private CommandOutcome send(CommandRecord command) {
        return send(Context.LINKS, command);
    }

    private CommandOutcome send(Context context, CommandRecord command) {
        return pipe(decider, context, command, command.header().time());
    }

    private static CommandOutcome sendTo(
            DeciderHarness bench, CommandRecord command, Instant appended) {
        return pipe(bench, Context.LINKS, command, appended);
    }

    private static CommandOutcome pipe(
            DeciderHarness bench, Context context, CommandRecord command, Instant appended) {
        return bench.pipe(
                        context,
                        new TestRecord<>(
                                DeciderHarness.utf8(command.header().aggregate()),
                                DeciderHarness.commandCodec(context).encode(command),
                                appended))
                .outcome();
    }

    private static CommandRecord only(List<CommandRecord> commands) {
        assertThat(commands).hasSize(1);
        return commands.getFirst();
    }
}
