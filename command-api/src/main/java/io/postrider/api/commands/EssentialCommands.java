package io.postrider.api.commands;

import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Effect;

/** Commands that are accepted where others have to wait. */
final class EssentialCommands {

    private EssentialCommands() {}

    /** Whether a command takes access away, so that it has its own places among the commands in flight. */
    static boolean takesAccessAway(CommandRecord command) {
        return has(command, Effect.REVOKES_ACCESS);
    }

    /** Whether a command is accepted while the disk is low. */
    static boolean isAcceptedOnLowDisk(CommandRecord command) {
        return takesAccessAway(command) || has(command, Effect.COUNTS);
    }

    private static boolean has(CommandRecord command, Effect effect) {
        return Catalogue.effect(command.body()).filter(effect::equals).isPresent();
    }
}
