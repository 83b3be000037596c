package io.postrider.standalone;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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

    /** The configurations of the services that a process of this role has. */
    List<Class<?>> configurations() {
        return switch (this) {
            case ALL ->
                    List.of(
                            EdgeConfiguration.class,
                            ProjectionsConfiguration.class,
                            DeliveryConfiguration.Webhooks.class,
                            DeliveryConfiguration.Messages.class,
                            DeliveryConfiguration.Automation.class,
                            HttpConfiguration.class);
            case COMMAND_API ->
                    List.of(
                            EdgeConfiguration.class,
                            RemoteReadsConfiguration.class,
                            HttpConfiguration.class);
            case PROJECTIONS -> List.of(ProjectionsConfiguration.class);
            case WEBHOOK_DISPATCHER -> List.of(DeliveryConfiguration.Webhooks.class);
            case CHANNEL_GATEWAY -> List.of(DeliveryConfiguration.Messages.class);
            case AUTOMATION_ENGINE -> List.of(DeliveryConfiguration.Automation.class);
        };
    }

    /**
     * The role that the arguments of the command line choose; all services for none.
     *
     * @throws Startup.StartupException if they name no role
     */
    static ProcessRole ofArguments(List<String> arguments) {
        if (arguments.isEmpty()) {
            return ALL;
        }
        Optional<ProcessRole> role =
                arguments.size() == 1 ? named(arguments.getFirst()) : Optional.empty();
        return role.orElseThrow(() ->
                new Startup.StartupException(
                        "unknown service: "
                                + String.join(" ", arguments)
                                + " (expected one of: "
                                + Arrays.stream(values())
                                        .map(ProcessRole::toString)
                                        .collect(Collectors.joining(", "))
                                + ")"));
    }

    /** The role with a name of the command line; empty for an unknown name. */
    static Optional<ProcessRole> named(String name) {
        return Arrays.stream(values()).filter(role -> role.label.equals(name)).findFirst();
    }

    /** Whether a process of this role includes another role. */
    boolean includes(ProcessRole other) {
        return this == ALL || this == other;
    }

    @Override
    public String toString() {
        return label;
    }
}
