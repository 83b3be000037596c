package io.postrider.decider;

import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import org.jspecify.annotations.Nullable;

/** Puts a command into the log because its time has come. */
@FunctionalInterface
public interface ScheduledCommandSender {

    /**
     * Sends a command, if that is possible now. Never blocks and never throws; a lost command is sent again later.
     *
     * @param traceparent the trace of the command that set the time; null for none
     * @return false if it was not sent, so that it may be tried again soon
     */
    boolean remind(Context context, CommandRecord command, @Nullable String traceparent);
}
