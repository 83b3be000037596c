package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.groupingBy;

import io.postrider.automation.engine.EngineMigrations;
import io.postrider.decider.DeciderMigrations;
import io.postrider.messaging.gateway.GatewayMigrations;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.projections.clicks.ClickMigrations;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.WebhookMigrations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state stores that are moved with the log, all of which have a changelog. */
final class StorePlan {

    private StorePlan() {}

    /** The stores of each application. */
    static Map<String, List<StoreMigration>> byApplication() {
        return all().stream()
                .collect(
                        groupingBy(StoreMigration::application, TreeMap::new, Collectors.toList()));
    }

    /** All stores. */
    static List<StoreMigration> all() {
        SchemaIds ids = LockedSchemaIds.shipped();
        return Stream.of(
                        DeciderMigrations.all(ids),
                        WebhookMigrations.all(ids),
                        GatewayMigrations.all(ids),
                        EngineMigrations.all(ids),
                        ClickMigrations.all())
                .flatMap(List::stream)
                .toList();
    }

    /** The applications whose positions in topics are moved; deciders begin with empty topics of commands. */
    static Set<String> readers() {
        Set<String> deciders =
                Arrays.stream(DeciderGroup.values())
                        .map(DeciderGroup::application)
                        .collect(Collectors.toSet());
        return byApplication().keySet().stream()
                .filter(application -> !deciders.contains(application))
                .collect(Collectors.toUnmodifiableSet());
    }
}
