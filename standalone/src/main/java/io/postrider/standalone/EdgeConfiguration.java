package io.postrider.standalone;

import io.postrider.decider.LocalAggregates;
import io.postrider.decider.PartitionTakeovers;
import io.postrider.decider.client.GroupedCommandGateway;
import io.postrider.decider.client.MeasuredCommandGateway;
import io.postrider.decider.client.TracedCommandGateway;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.identity.ratelimit.RateLimitReplication;
import io.postrider.identity.users.ClaimReconciler;
import io.postrider.identity.users.UserSecrets;
import io.postrider.models.KafkaCompletionStore;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.CommandCatchUp;
import io.postrider.redirects.LinkReplica;
import io.postrider.redirects.OwnerLookup;
import io.postrider.redirects.RedirectEdge;
import io.postrider.redirects.RemoteOwners;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.schemas.DeciderGroup;
import io.postrider.standalone.firstrun.FirstRun;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The public edge without its HTTP: replicas, commands and their deciders, redirects. */
@Configuration(proxyBeanMethods = false)
@Import({
    MemoryReplicas.Beans.class,
    EdgeReplicas.class,
    Edge.class,
    SpoolConfiguration.class,
    EdgeLogConfiguration.class
})
class EdgeConfiguration {

    @Bean
    ProjectionStore edgeStore(Node node) {
        return node.store("edge");
    }

    @Bean
    ProjectionStore identityStore(Node node) {
        return node.store("identity");
    }

    @Bean
    KafkaCompletionStore completionStore(Node node, ProjectionStore edgeStore) {
        return EdgeReplicas.completions(node, edgeStore);
    }

    @Bean
    LinkReplica linkReplica(EdgeReplicas replicas) {
        return replicas.links;
    }

    @Bean
    LastSeenTracker lastSeenTracker(EdgeReplicas replicas) {
        return replicas.lastSeen;
    }

    @Bean
    PartitionTakeovers partitionTakeovers(Node node, EdgeReplicas replicas) {
        PartitionTakeovers takeovers =
                new PartitionTakeovers(partition ->
                        CommandCatchUp.ofPartition(
                                Connections.to(node.kafka()),
                                replicas.view,
                                EdgeReplicas.served(DeciderGroup.RESOURCES),
                                partition));
        node.vital().add("the watch of partitions taken over", takeovers.dead());
        return takeovers;
    }

    @Bean
    CommandPipeline identityPipeline(Node node, EdgeReplicas replicas) {
        return new CommandPipeline(node, DeciderGroup.IDENTITY, replicas.tenants, _ -> {});
    }

    @Bean
    CommandPipeline resourcePipeline(
            Node node, EdgeReplicas replicas, PartitionTakeovers takeovers) {
        return new CommandPipeline(
                node, DeciderGroup.RESOURCES, replicas.tenants, takeovers::taken);
    }

    @Bean
    CommandGateway commandGateway(Node node, List<CommandPipeline> pipelines) {
        Map<DeciderGroup, CommandGateway> gateways = new EnumMap<>(DeciderGroup.class);
        pipelines.forEach(pipeline -> gateways.put(pipeline.group, pipeline.gateway));
        return TracedCommandGateway.of(
                new MeasuredCommandGateway(new GroupedCommandGateway(gateways), node.meters()),
                node.kafka().traces());
    }

    @Bean
    LocalAggregates localAggregates(
            Node node, CommandPipeline resourcePipeline, PartitionTakeovers takeovers) {
        return new LocalAggregates(
                resourcePipeline.decider::streams,
                new Partitions(node.kafka().partitions()),
                takeovers);
    }

    @Bean
    CommandCatchUp resourceCatchUp(EdgeReplicas replicas) {
        return replicas.catchUp(DeciderGroup.RESOURCES);
    }

    @Bean
    CommandCatchUp identityCatchUp(EdgeReplicas replicas) {
        return replicas.catchUp(DeciderGroup.IDENTITY);
    }

    @Bean
    ClusterRateLimiter clusterRateLimiter(Node node) {
        ClusterRateLimiter limiter =
                new ClusterRateLimiter(node.clock(), node.kafka().nodeId(), node.address() == null);
        limiter.show(new Bounds(node.meters()));
        return limiter;
    }

    @Bean
    RateLimitReplication rateLimitReplication(Node node, ClusterRateLimiter limiter) {
        RateLimitReplication started =
                RateLimitReplication.start(node.clients(), limiter, node.ids(), node.clock());
        node.vital().add("quotas", started.dead());
        return started;
    }

    @Bean
    Phase warmUp(Edge edge) {
        return Phase.of(Phase.WARM_UP, edge::warmUp);
    }

    @Bean
    KeyFreshness keyFreshness(Edge edge) {
        return new IdentityFreshness(edge.replicas.identity, edge::isRestored);
    }

    @Bean
    ClaimReconciler claimReconciler(
            Node node, MemoryReplicas tables, KeyFreshness freshness, CommandGateway gateway) {
        ClaimReconciler reconciler =
                ClaimReconciler.start(
                        tables.users,
                        freshness,
                        gateway,
                        EdgeLogConfiguration.mint(node),
                        node.clock());
        reconciler.show(new Bounds(node.meters()));
        node.vital().add("the reconciler of claims", reconciler.dead());
        return reconciler;
    }

    @Bean
    OwnerLookup ownerLookup(Node node, LocalAggregates aggregates) {
        NodeAddress self = node.address();
        return self == null
                ? OwnerLookup.NONE
                : new RemoteOwners(self, node.trust(), aggregates, node.ids());
    }

    @Bean
    RedirectEdge redirectEdge(
            Node node, Edge edge, ClickSpool spool, CommandGateway gateway, OwnerLookup owners) {
        RedirectEdge redirects =
                new RedirectEdge(
                        edge.replicas.links,
                        edge::isRestored,
                        spool,
                        gateway,
                        owners,
                        edge.replicas.tenants,
                        node.services().redirects(),
                        node.ids(),
                        node.clock(),
                        node.meters(),
                        node.kafka().traces());
        node.vital().add("the admission of clicks", redirects.dead());
        return redirects;
    }

    @Bean
    @Nullable FirstRun firstRun(
            Node node, MemoryReplicas tables, CommandGateway gateway, DataKeyRing ring) {
        if (!node.services().firstRun()) {
            return null;
        }
        TokenHasher hasher = node.secretFiles().tokenHasher();
        return new FirstRun(
                node.settings().dataDir(),
                node.settings().baseUrl(),
                gateway,
                ring,
                new UserSecrets(node.box(), hasher),
                hasher,
                node.clock(),
                (key, user) ->
                        tables.keys.byId(key).isPresent() && tables.users.byId(user).isPresent());
    }
}
