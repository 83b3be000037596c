package io.postrider.standalone;

import io.postrider.identity.auth.KeyFreshness;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.schemas.DeciderGroup;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.BooleanSupplier;

/**
 * The freshness of the consumer of keys, users and workspaces.
 *
 * @param isRestored whether it has read everything that was in the log at the start
 */
record IdentityFreshness(ProjectionRunner runner, BooleanSupplier isRestored)
        implements KeyFreshness {

    @Override
    public Duration age() {
        return DeciderGroup.IDENTITY.contexts().stream()
                .map(context -> runner.staleness(context.events()))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public boolean restored() {
        return isRestored.getAsBoolean();
    }
}
