package io.postrider.decider;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends scheduled commands at their time.
 *
 * <p>The clock decides when a command is sent, and nothing else: it goes through the log like all others, and its time is
 * compared with its append. A scheduled command stays due until a decision changes that, so a lost command is sent again, and a
 * repeated one changes nothing.
 *
 * <p>The clock is that of the log, derived from this node's clock and the append of the last processed command. Of the commands
 * due by this node's clock only, one is sent at a time, and its append corrects the difference.
 */
final class Timers {

    static final Duration EVERY = Duration.ofSeconds(1);

    /** More than a command may take to be decided, or to be lost. */
    static final Duration AGAIN_AFTER = Duration.ofSeconds(30);

    /** As many as are sent and not yet decided; the others wait for their turn. */
    static final int UNDER_WAY_MAX = 500;

    private static final Actor CLOCK = Actor.system("clock");
    private static final UUID COMMANDS = UUID.fromString("0c6a8f0e-7f5d-5d43-8a43-3d1f5a5a0b51");

    private final ContextHandlers handlers;
    private final AggregateStore aggregates;
    private final TimerStore due;
    private final ScheduledCommandSender reminder;
    private volatile Map<TimerStore.Entry, Instant> sent = new HashMap<>();

    /** The time by which the clock of the log is ahead of this node's; null before the first command. */
    private @Nullable Duration logAhead;

    Timers(
            ContextHandlers handlers,
            AggregateStore aggregates,
            TimerStore due,
            ScheduledCommandSender reminder) {
        this.handlers = handlers;
        this.aggregates = aggregates;
        this.due = due;
        this.reminder = reminder;
    }

    /** Notes when the log took a command that is processed now. */
    void processed(Instant appended, Instant now) {
        logAhead = Duration.between(now, appended);
    }

    /** Whether no command is scheduled. */
    boolean isIdle() {
        return due.isEmpty();
    }

    /** The commands that were sent in the last round and not decided before it. Any thread may call this. */
    int underWay() {
        return sent.size();
    }

    /** Sends the due commands. */
    void run(Instant now) {
        Instant logNow = logAhead == null ? Instant.EPOCH : now.plus(logAhead);
        Map<TimerStore.Entry, Instant> before = sent;
        Map<TimerStore.Entry, Instant> underWay = new HashMap<>();
        for (TimerStore.Entry entry : due.until(later(now, logNow), UNDER_WAY_MAX)) {
            boolean isDueInTheLog = !entry.at().isAfter(logNow);
            Instant sentAt = before.get(entry);
            if (sentAt == null || isLongAgo(sentAt, now)) {
                // A failed command is sent again after a while, like a lost one.
                underWay.put(entry, now);
                IsolatedRound.run(
                        "reminders",
                        List.of(entry),
                        each -> {
                            if (!send(each, isDueInTheLog ? logNow : now)) {
                                underWay.remove(each);
                            }
                        });
            } else {
                underWay.put(entry, sentAt);
            }
            if (!isDueInTheLog) {
                break;
            }
        }
        sent = underWay;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Also if the clock was set back in between. */
    private static boolean isLongAgo(Instant before, Instant now) {
        return Duration.between(before, now).abs().compareTo(AGAIN_AFTER) >= 0;
    }

    private boolean send(TimerStore.Entry entry, Instant now) {
        byte[] newest = aggregates.newest(entry.context(), entry.aggregate());
        if (newest == null) {
            throw new IllegalStateException("due, but without an event: " + entry);
        }
        ContextHandler handler = handlers.of(entry.context());
        return handler.due(newest)
                .map(asked ->
                        reminder.remind(
                                entry.context(),
                                command(entry, asked, handler, now),
                                due.traceparent(entry)))
                .orElse(true);
    }

    private static CommandRecord command(
            TimerStore.Entry entry,
            ContextHandler.Asked asked,
            ContextHandler handler,
            Instant now) {
        return new CommandRecord(
                new CommandHeader(
                        Id.of(IdKind.CMD, id(entry, now)),
                        handler.typeOf(asked.command()),
                        now,
                        asked.workspace(),
                        entry.aggregate(),
                        CLOCK,
                        null,
                        null,
                        null,
                        null),
                asked.command());
    }

    /** A new id for each sending: ids of the decision are derived from it. */
    private static UUID id(TimerStore.Entry entry, Instant now) {
        UUID name = Uuids.v5(COMMANDS, entry + "/" + now);
        byte[] bits =
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(name.getLeastSignificantBits())
                        .putLong(name.getMostSignificantBits())
                        .array();
        return Uuids.v7(now, bits);
    }
}
