package io.postrider.platform.commands;

import io.postrider.schemas.CommandOutcome;

/** The result of a command that was sent. */
public sealed interface CommandResult {

    /** Too much is under way. */
    String OVERLOADED = "overloaded";

    /** The tenant has as many commands under way as one tenant may. */
    String TOO_MANY_COMMANDS = "too_many_commands";

    /** The log cannot be reached. */
    String LOG_UNAVAILABLE = "log_unavailable";

    /** The command is larger than the log takes. */
    String TOO_LARGE = "too_large";

    /** The data folder of this node has too little space left. */
    String DISK_LOW = "disk_low";

    /** It was decided, for or against. */
    record Decided(CommandOutcome outcome) implements CommandResult {}

    /** It was not sent: the log cannot be reached, or too much is under way. Nothing has happened. */
    record Unavailable(String code, String detail) implements CommandResult {}

    /** The command was sent, and no outcome arrived in time. It may still take effect. */
    record Unknown(String commandId) implements CommandResult {}
}
