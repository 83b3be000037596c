package io.postrider.standalone.doctor;

import io.postrider.platform.settings.Settings;
import io.postrider.standalone.Preflight;
import io.postrider.standalone.Preflight.Port;
import io.postrider.standalone.broker.BrokerStartException;
import io.postrider.standalone.management.ManagementSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks that the ports of a start are free, or used by the instance that runs. */
final class PortChecks {

    private static final String CHECK = "port";

    /** Those that answer {@code /readyz} without TLS. */
    private static final Set<String> ANSWERING = Set.of(Settings.PORT, ManagementSettings.PORT);

    private final Preflight start;
    private final HttpProbe http;

    PortChecks(Preflight start, HttpProbe http) {
        this.start = start;
        this.http = http;
    }

    List<Check> all() {
        return start.ports().stream()
                .map(port -> new Check(CHECK, () -> List.of(result(port))))
                .toList();
    }

    private Result result(Port port) throws InterruptedException {
        String name = "%d (%s)".formatted(port.address().getPort(), port.use());
        boolean running = start.isRunning();
        Optional<String> taken = taken(port);
        if (taken.isEmpty()) {
            return running
                    ? Result.warn(
                            CHECK,
                            name + " is free, although an instance uses the data folder",
                            "wait if it starts or stops; otherwise it has another "
                                    + port.setting())
                    : Result.ok(CHECK, name + " is free");
        }
        boolean ours =
                running
                        && (!ANSWERING.contains(port.setting())
                                || http.readiness(port.address()).isPresent());
        return ours
                ? Result.ok(CHECK, name + " is used by the running instance")
                : Result.fail(
                        CHECK,
                        taken.get(),
                        "stop the process that uses the port, or choose another one with "
                                + port.setting());
    }

    private static Optional<String> taken(Port port) {
        try {
            port.requireFree().run();
            return Optional.empty();
        } catch (Settings.SettingException | BrokerStartException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
