package io.postrider.standalone;

import java.util.Arrays;
import java.util.Optional;

/** Which services a process runs: all of them, or one of several processes on a cluster. */
enum ProcessRole {
    ALL("all"),
    COMMAND_API("command-api"),
    PROJECTIONS("projections"),
    WEBHOOK_DISPATCHER("webhook-dispatcher"),
    CHANNEL_GATEWAY("channel-gateway"),
    AUTOMATION_ENGINE("automation-engine");

    private final String label;

    ProcessRole(String label) {
        this.label = label;
    }

    /** The role of a name as the command line has it; empty if there is none. */
    static Optional<ProcessRole> named(String name) {
        return Arrays.stream(values()).filter(role -> role.label.equals(name)).findFirst();
    }

    /** Whether a process of this role does what another role stands for. */
    boolean includes(ProcessRole other) {
        return this == ALL || this == other;
    }

    @Override
    public String toString() {
        return label;
    }
}
