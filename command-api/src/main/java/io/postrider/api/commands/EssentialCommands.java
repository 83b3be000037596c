package io.postrider.api.commands;

import io.postrider.schemas.CommandRecord;
import java.util.Set;

/** Commands that are accepted where others have to wait. */
final class EssentialCommands {

    private static final Set<String> OF_IDENTITY =
            Set.of(
                    "key.revoke",
                    "user.change_password",
                    "user.end_session",
                    "user.end_sessions",
                    "workspace.remove_member",
                    "workspace.uninvite");

    /** They end what a receiver is sent. */
    private static final Set<String> OF_WEBHOOKS = Set.of("webhook.disable", "webhook.delete");

    private static final String ADMISSION = "link.admit_clicks";

    private EssentialCommands() {}

    /** Whether a command takes access away, so that it has places of its own among the commands in flight. */
    static boolean takesAccessAway(CommandRecord command) {
        String type = command.header().type();
        return OF_IDENTITY.contains(type) || OF_WEBHOOKS.contains(type);
    }

    /** Whether a command is accepted while the disk runs low, as long as anything is. */
    static boolean isAcceptedOnLowDisk(CommandRecord command) {
        String type = command.header().type();
        return OF_IDENTITY.contains(type) || type.equals(ADMISSION);
    }
}
