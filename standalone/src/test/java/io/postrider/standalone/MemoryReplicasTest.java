package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.Resource;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.Topic;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Replica;
import io.postrider.schemas.catalogue.ResourceType;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.support.GenericApplicationContext;

class MemoryReplicasTest {

    private final InstantSource clock = InstantSource.system();

    static List<AggregateType<?, ?, ?, ?>> inMemory() {
        return Catalogue.all().stream()
                .filter(entry -> entry.resource().replica() == Replica.MEMORY)
                .toList();
    }

    @Test
    void aResourceInMemoryWithoutATableIsRefused() {
        List<AggregateType<?, ?, ?, ?>> more = new ArrayList<>(inMemory());
        more.add(keptIn(Replica.MEMORY, Catalogue.LINK));

        assertThatThrownBy(() -> new MemoryReplicas(clock, more))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Catalogue.LINK.resource().type().getName());
    }

    @ParameterizedTest
    @MethodSource("inMemory")
    void aTableOfAResourceThatIsNotInMemoryIsRefused(AggregateType<?, ?, ?, ?> entry) {
        List<AggregateType<?, ?, ?, ?>> fewer = new ArrayList<>(inMemory());
        fewer.remove(entry);

        assertThatThrownBy(() -> new MemoryReplicas(clock, fewer))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(entry.resource().type().getName());
    }

    @ParameterizedTest
    @EnumSource
    void everyResourceInMemoryIsReadFromTheLog(DeciderGroup group) {
        Set<Topic> read =
                new MemoryReplicas(clock)
                        .views(group, LockedSchemaIds.shipped()).stream()
                                .map(LatestEventProjection::topics)
                                .flatMap(Set::stream)
                                .collect(Collectors.toSet());

        assertThat(read)
                .isEqualTo(
                        inMemory().stream()
                                .map(AggregateType::context)
                                .filter(context -> context.group() == group)
                                .map(Context::events)
                                .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @EnumSource(names = {"KEYS", "USERS", "WORKSPACES"})
    @Verifies("fail-closed")
    void replicasOfCredentialsLearnOfUnreadableEvents(Context context) {
        MemoryReplicas tables = new MemoryReplicas(clock);
        LatestEventProjection view =
                tables.views(DeciderGroup.IDENTITY, LockedSchemaIds.shipped()).stream()
                        .filter(each -> each.topics().contains(context.events()))
                        .findFirst()
                        .orElseThrow();

        assertThat(view.failsClosed()).isTrue();
    }

    @Test
    void everyReplicaIsABean() {
        try (var context = new GenericApplicationContext()) {
            context.register(new MemoryReplicas.Beans());

            assertThat(context.getBeanDefinitionNames())
                    .filteredOn(name -> name.endsWith("Replica"))
                    .hasSize(8);
        }
    }

    @Test
    void aNodeServesAfterItsReplicasAreComplete() {
        assertThat(EdgeReplicas.served(DeciderGroup.IDENTITY))
                .isEqualTo(DeciderGroup.IDENTITY.contexts());
        assertThat(EdgeReplicas.served(DeciderGroup.RESOURCES))
                .containsExactlyInAnyOrder(
                        Context.LINKS,
                        Context.WEBHOOKS,
                        Context.MODELS,
                        Context.INSTANCES,
                        Context.AUTOMATION);
    }

    private static <C, S, E, T extends Resource> AggregateType<C, S, E, T> keptIn(
            Replica replica, AggregateType<C, S, E, T> entry) {
        ResourceType<T> resource = entry.resource();
        return new AggregateType<>(
                entry.name(),
                entry.context(),
                entry.decider(),
                entry.commandType(),
                entry.eventType(),
                entry.commands(),
                entry.events(),
                entry.settled(),
                new ResourceType<>(
                        resource.id(),
                        resource.keyedById(),
                        resource.type(),
                        resource.json(),
                        replica,
                        resource.indexes()),
                entry.scopes());
    }
}
