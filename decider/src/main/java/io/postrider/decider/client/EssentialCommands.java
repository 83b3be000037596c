package io.postrider.decider.client;

import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.CommandEffect;
import java.util.EnumSet;

/** Commands that are accepted where others have to wait. */
final class EssentialCommands {

    private EssentialCommands() {}

    /**
     * Whether a command takes access away, or begins the session that does: it has its own places among the commands in flight,
     * and is accepted while the disk is low.
     */
    static boolean has(CommandRecord command) {
        return Catalogue.effect(command.body())
                .filter(
                        EnumSet.of(CommandEffect.REVOKES_ACCESS, CommandEffect.BEGINS_SESSION)
                                ::contains)
                .isPresent();
    }
}
