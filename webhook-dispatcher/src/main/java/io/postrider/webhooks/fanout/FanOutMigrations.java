package io.postrider.webhooks.fanout;

import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.migration.StoreMigration;
import java.util.List;

/** How the events that the fan-out holds come into another cluster; any task can evaluate them. */
public final class FanOutMigrations {

    private FanOutMigrations() {}

    /** The stores of the fan-out of an application. */
    public static List<StoreMigration> of(String application) {
        return List.of(
                StoreMigration.unkeyed(application, Evaluations.nameOf(FanOutParts.PROCESSOR)),
                StoreMigration.unkeyed(application, HeldEvents.STORE));
    }
}
