package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayCommand;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.web.resource.IdGenerator;
import java.util.concurrent.CompletionStage;

/** Sends the commands on replays that no request causes. */
final class ReplayCommands {

    private static final Actor ACTOR = Actor.system("replays");

    private final ReplayReplica replays;
    private final CommandGateway gateway;
    private final IdGenerator mint;
    private final CommandCodec commands;
    private final EventCodec events;

    /** @param replays gets the outcomes */
    ReplayCommands(ReplayReplica replays, CommandGateway gateway, IdGenerator mint, SchemaIds ids) {
        this.replays = replays;
        this.gateway = gateway;
        this.mint = mint;
        this.commands = CommandCodec.of(Context.WEBHOOKS, ids);
        this.events = EventCodec.of(Context.WEBHOOKS, ids);
    }

    /**
     * Sends a command to a replay that nothing has changed since a version.
     *
     * @param <C> the command
     * @return whether it was decided
     */
    <C extends Record & ReplayCommand> CompletionStage<Boolean> send(
            Replay replay, long version, C command) {
        CommandHeader header =
                new CommandHeader(
                        mint.freshId(IdKind.CMD),
                        commands.typeOf(command),
                        mint.now(),
                        replay.workspace(),
                        replay.id(),
                        ACTOR,
                        null,
                        version,
                        null,
                        null);
        return gateway.send(Context.WEBHOOKS, new CommandRecord(header, command))
                .thenApply(settled -> note(settled, replay, version));
    }

    private boolean note(CommandResult settled, Replay replay, long version) {
        if (!(settled instanceof CommandResult.Decided(CommandOutcome outcome))) {
            return false;
        }
        byte[] newest = outcome.event();
        if (newest != null) {
            replays.apply(events.decode(newest));
            return true;
        }
        Rejection rejection = outcome.rejection();
        boolean isOutdated =
                rejection != null && rejection.kind() == Rejection.Kind.VERSION_MISMATCH;
        if (isOutdated) {
            // The event of the change is there already or arrives soon.
            replays.forget(replay.id(), version);
        }
        return isOutdated;
    }
}
