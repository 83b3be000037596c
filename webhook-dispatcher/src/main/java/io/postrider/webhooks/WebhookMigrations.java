package io.postrider.webhooks;

import io.postrider.outbound.delivery.DeliveryMigrations;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.fanout.FanOutMigrations;
import io.postrider.webhooks.health.HealthMigrations;
import java.util.List;
import java.util.stream.Stream;

/** How the stores of the dispatcher come into another cluster. */
public final class WebhookMigrations {

    private WebhookMigrations() {}

    /** All of its stores. */
    public static List<StoreMigration> all(SchemaIds ids) {
        String application = WebhookDispatcher.APPLICATION;
        return Stream.of(
                        DeliveryMigrations.of(application, Topics.DELIVERIES, Topics.ATTEMPTS, ids),
                        FanOutMigrations.of(application),
                        HealthMigrations.of(application))
                .flatMap(List::stream)
                .toList();
    }
}
