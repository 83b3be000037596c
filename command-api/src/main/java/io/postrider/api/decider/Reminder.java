package io.postrider.api.decider;

import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;

/** Puts a command into the log because its time has come. */
@FunctionalInterface
public interface Reminder {

    /** Sends a command, if that is possible now. Never blocks and never throws; what got lost is sent again later. */
    void remind(Context context, CommandRecord command);
}
