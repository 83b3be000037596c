package io.postrider.redirects;

import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A gateway whose decisions are a test's. */
final class ScriptedGateway implements CommandGateway {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final EventCodec EVENTS = EventCodec.of(Context.LINKS, IDS);
    private static final EventCodec SETTLEMENTS = EventCodec.settlements(Context.LINKS, IDS);

    final List<CommandRecord> sent = new CopyOnWriteArrayList<>();
    volatile Function<CommandRecord, CompletionStage<CommandResult>> decides =
            command -> CompletableFuture.failedStage(new IllegalStateException("not scripted"));

    @Override
    public CompletionStage<CommandResult> send(Context context, CommandRecord command) {
        sent.add(command);
        return decides.apply(command);
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy) {
        throw new IllegalArgumentException("no reservation is expected: " + routedBy);
    }

    void always(CommandResult settled) {
        decides = command -> CompletableFuture.completedStage(settled);
    }

    static CommandResult accepted(EventRecord newest) {
        return outcome(CommandOutcome.ACCEPTED, newest, null);
    }

    static CommandResult refused(String code, EventRecord newest) {
        return outcome(CommandOutcome.REJECTED, newest, Rejection.conflict(code, "No."));
    }

    /** Refused before anything about the link was looked at. */
    static CommandResult rejected(String code) {
        return outcome(CommandOutcome.REJECTED, "", 0, null, Rejection.conflict(code, "No."));
    }

    private static CommandResult outcome(
            String kind, EventRecord newest, @Nullable Rejection rejection) {
        return outcome(
                kind,
                newest.header().aggregate(),
                newest.header().sequence(),
                (newest.payload() instanceof ClicksAdmitted ? SETTLEMENTS : EVENTS).encode(newest),
                rejection);
    }

    private static CommandResult outcome(
            String kind,
            String aggregate,
            long version,
            byte @Nullable [] event,
            @Nullable Rejection rejection) {
        return new CommandResult.Decided(
                new CommandOutcome(
                        "cmd_1",
                        aggregate,
                        kind,
                        version,
                        event,
                        rejection,
                        0,
                        0,
                        0,
                        null,
                        SampleLink.NOW,
                        false));
    }
}
