package io.postrider.decider.client;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sends each command by the gateway of its group, so that no group waits for another's producer or budget. */
public final class GroupedCommandGateway implements CommandGateway {

    private final Map<DeciderGroup, CommandGateway> gateways = new EnumMap<>(DeciderGroup.class);

    /** A gateway over those of all groups. */
    public GroupedCommandGateway(Map<DeciderGroup, ? extends CommandGateway> gateways) {
        for (DeciderGroup group : DeciderGroup.values()) {
            this.gateways.put(group, requireNonNull(gateways.get(group), group::name));
        }
    }

    @Override
    public CompletionStage<CommandResult> send(Context context, CommandRecord command) {
        return of(context).send(context, command);
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy) {
        return of(context).send(context, command, routedBy);
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy, @Nullable String traceparent) {
        return of(context).send(context, command, routedBy, traceparent);
    }

    private CommandGateway of(Context context) {
        return requireNonNull(gateways.get(context.group()));
    }
}
