package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topics;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class StorePlanTest {

    private static final Set<String> OF_DELIVERIES = Set.of("payload", "queue", "done");

    /** The calls that add a state store, by class. A new one needs a rule in the migrations of the application. */
    private static final Map<String, Long> ADDED =
            Map.of(
                    "DeciderTopology", 3L,
                    "DeliveryEngine", 3L,
                    "FanOutParts", 2L,
                    "HealthParts", 1L,
                    "GatewayTopology", 3L,
                    "EngineTopology", 3L,
                    "ClicksTopology", 1L,
                    "RejectionReport", 1L);

    @Test
    void everyStateStoreIsPlanned() {
        var classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.postrider");

        assertThat(
                        classes.stream()
                                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                                .filter(call ->
                                        call.getName().equals("addStateStore")
                                                && call.getTargetOwner()
                                                        .isEquivalentTo(Topology.class))
                                .collect(
                                        groupingBy(
                                                call -> call.getOriginOwner().getSimpleName(),
                                                counting())))
                .isEqualTo(ADDED);
    }

    @Test
    void namesTheStoresOfEachApplication() {
        assertThat(
                        StorePlan.all().stream()
                                .collect(
                                        groupingBy(
                                                StoreMigration::application,
                                                mapping(StoreMigration::store, toSet()))))
                .isEqualTo(
                        Map.of(
                                "postrider-identity-decider",
                                Set.of("aggregates", "outcomes", "due"),
                                "postrider-resource-decider",
                                Set.of("aggregates", "outcomes", "due"),
                                "postrider-clicks",
                                Set.of("sequences", "rejections"),
                                "postrider-dispatcher",
                                plus("fan-out-pending", "fan-out-held", "health"),
                                "postrider-gateway",
                                plus("groups", "provider-ids", "early-statuses"),
                                "postrider-automation",
                                plus("match-pending", "steps-pending", "flow")));
    }

    /** The longest name of a topic for Kafka, and for the stored form of an event. */
    @Test
    void everyTopicFitsBehindTheLongestPrefix() {
        assertThat(StorePlan.all())
                .allMatch(store -> NamePrefix.LENGTH_MAX + store.changelog().length() <= 249);
        assertThat(Topics.all())
                .allMatch(topic -> NamePrefix.LENGTH_MAX + topic.name().length() <= Byte.MAX_VALUE);
    }

    private static Set<String> plus(String... others) {
        Set<String> all = new HashSet<>(OF_DELIVERIES);
        all.addAll(Set.of(others));
        return all;
    }
}
