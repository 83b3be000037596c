package io.postrider.automation.engine;

import io.postrider.outbound.delivery.DeliveryMigrations;
import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.util.List;
import java.util.stream.Stream;

/** How the stores of the engine come into another cluster. */
public final class EngineMigrations {

    private EngineMigrations() {}

    /** All of its stores. */
    public static List<StoreMigration> all(SchemaIds ids) {
        String application = AutomationEngine.APPLICATION;
        return Stream.concat(
                        DeliveryMigrations.of(
                                application, Topics.EFFECTS, Topics.EFFECT_ATTEMPTS, ids)
                                .stream(),
                        Stream.of(
                                StoreMigration.unkeyed(
                                        application, Evaluations.nameOf(EngineTopology.MATCH)),
                                StoreMigration.unkeyed(
                                        application, Evaluations.nameOf(EngineTopology.STEPS)),
                                new StoreMigration(
                                        application, FlowStore.NAME, FlowMigration::move)))
                .toList();
    }
}
