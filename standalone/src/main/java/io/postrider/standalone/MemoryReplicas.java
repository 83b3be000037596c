package io.postrider.standalone;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.postrider.api.events.OwnEventTypes;
import io.postrider.automation.api.RuleReplica;
import io.postrider.automation.publishing.InboundEndpoints;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.OwnEventType;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.users.User;
import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.messaging.api.InstanceReplica;
import io.postrider.models.ModelReplica;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Replica;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.api.ReplayReplica;
import io.postrider.webhooks.api.WebhookReplica;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.core.env.Environment;

/** The tables in memory of every resource whose replica the catalogue places there. */
final class MemoryReplicas {

    final HeldBytes held = new HeldBytes();
    final KeyReplica keys;
    final UserReplica users = new UserReplica(held);
    final WorkspaceReplica workspaces = new WorkspaceReplica(held);

    private final List<Table<?>> tables;
    private final Collection<AggregateType<?, ?, ?, ?>> kept;

    MemoryReplicas(InstantSource clock) {
        this(clock, Catalogue.all());
    }

    /** @throws IllegalStateException if a resource has no table, or a table that it does not need */
    MemoryReplicas(InstantSource clock, Collection<AggregateType<?, ?, ?, ?>> catalogue) {
        keys = new KeyReplica(clock, held);
        ModelReplica models = new ModelReplica(held);
        WebhookReplica webhooks = new WebhookReplica(held);
        ReplayReplica replays = new ReplayReplica(held);
        InstanceReplica instances = new InstanceReplica(held);
        InboundEndpoints endpoints = new InboundEndpoints(held);
        RuleReplica rules = new RuleReplica(held);
        OwnEventTypes eventTypes = new OwnEventTypes(held);
        tables =
                List.of(
                        new Table<>(
                                Set.of(ApiKey.class),
                                KeyReplica.class,
                                keys,
                                keys::apply,
                                keys::becomeUnknown),
                        new Table<>(
                                Set.of(User.class),
                                UserReplica.class,
                                users,
                                users::apply,
                                users::becomeUnknown),
                        new Table<>(
                                Set.of(Workspace.class),
                                WorkspaceReplica.class,
                                workspaces,
                                workspaces::apply,
                                workspaces::becomeUnknown),
                        new Table<>(
                                Set.of(Model.class, ModelConnection.class),
                                ModelReplica.class,
                                models,
                                models::apply),
                        new Table<>(
                                Set.of(WebhookEndpoint.class),
                                WebhookReplica.class,
                                webhooks,
                                webhooks::apply),
                        new Table<>(
                                Set.of(Replay.class), ReplayReplica.class, replays, replays::apply),
                        new Table<>(
                                Set.of(Instance.class),
                                InstanceReplica.class,
                                instances,
                                instances::apply),
                        new Table<>(
                                Set.of(Endpoint.class),
                                InboundEndpoints.class,
                                endpoints,
                                endpoints::apply),
                        new Table<>(Set.of(Rule.class), RuleReplica.class, rules, rules::apply),
                        new Table<>(
                                Set.of(OwnEventType.class),
                                OwnEventTypes.class,
                                eventTypes,
                                eventTypes::apply));
        kept =
                catalogue.stream()
                        .filter(entry -> entry.resource().replica() == Replica.MEMORY)
                        .toList();
        requireTables();
    }

    /**
     * A table of some resources.
     *
     * @param bean the table, which {@code apply} tells every event of the resources
     * @param unknown tells the table of an aggregate whose newest event cannot be read; null for one that keeps the state before it
     */
    private record Table<T>(
            Set<Class<? extends Resource>> resources,
            Class<T> type,
            T bean,
            Consumer<EventRecord> apply,
            @Nullable Consumer<String> unknown) {

        Table(
                Set<Class<? extends Resource>> resources,
                Class<T> type,
                T bean,
                Consumer<EventRecord> apply) {
            this(resources, type, bean, apply, null);
        }

        void register(BeanRegistry registry) {
            MemoryReplicas.register(registry, type, bean);
        }
    }

    private void requireTables() {
        Set<Class<? extends Resource>> needed =
                kept.stream().map(entry -> entry.resource().type()).collect(toUnmodifiableSet());
        Set<Class<? extends Resource>> present =
                tables.stream()
                        .flatMap(table -> table.resources().stream())
                        .collect(toUnmodifiableSet());
        if (!present.equals(needed)) {
            throw new IllegalStateException(
                    "the catalogue keeps %s in memory, the edge %s".formatted(needed, present));
        }
    }

    /** A view for each context of a group, which fills its tables; restored from the store of the views by its caller. */
    List<LatestEventProjection> views(DeciderGroup group, SchemaIds ids) {
        return contexts()
                .filter(context -> context.group() == group)
                .map(context ->
                        new LatestEventProjection(
                                context,
                                ids,
                                all(context, Table::apply).orElseThrow(),
                                all(context, Table::unknown).orElse(null)))
                .toList();
    }

    private Stream<Context> contexts() {
        return kept.stream().<Context>map(AggregateType::context).distinct();
    }

    private <E> Optional<Consumer<E>> all(
            Context context, Function<Table<?>, @Nullable Consumer<E>> told) {
        Set<Class<? extends Resource>> resources =
                kept.stream()
                        .filter(entry -> entry.context() == context)
                        .map(entry -> entry.resource().type())
                        .collect(toUnmodifiableSet());
        return tables.stream()
                .filter(table -> table.resources().stream().anyMatch(resources::contains))
                .flatMap(table -> Optional.ofNullable(told.apply(table)).stream())
                .reduce(Consumer::andThen);
    }

    private static <T> void register(BeanRegistry registry, Class<T> type, T bean) {
        registry.registerBean(type.getName(), type, spec -> spec.supplier(_ -> bean));
    }

    /** Makes the tables beans. */
    static final class Beans implements BeanRegistrar {

        @Override
        public void register(BeanRegistry registry, Environment environment) {
            MemoryReplicas replicas = new MemoryReplicas(InstantSource.system());
            MemoryReplicas.register(registry, MemoryReplicas.class, replicas);
            MemoryReplicas.register(registry, HeldBytes.class, replicas.held);
            replicas.tables.forEach(table -> table.register(registry));
        }
    }
}
