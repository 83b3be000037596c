package io.postrider.platform.commands;

import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sends commands to the log and waits for their decision. */
public interface CommandGateway {

    /**
     * Sends a command to the partition of its aggregate.
     *
     * @return what became of it, within the gateway's time limit; never fails
     */
    CompletionStage<CommandResult> send(Context context, CommandRecord command);

    /**
     * Sends a command to the partition of another key than its aggregate, for a reservation.
     *
     * @param routedBy key that determines the partition
     */
    CompletionStage<CommandResult> send(Context context, CommandRecord command, String routedBy);

    /**
     * Sends a command to the partition of another text than its aggregate, as part of a trace.
     *
     * @param traceparent the W3C trace context of the request; null if it has none
     */
    default CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy, @Nullable String traceparent) {
        return send(context, command, routedBy);
    }
}
