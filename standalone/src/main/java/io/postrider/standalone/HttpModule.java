package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.api.CommandApiConfiguration;
import io.postrider.api.links.LinkSettings;
import io.postrider.api.links.ListingRecorder;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.oidc.OidcSettings;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.messaging.api.CallbackLog;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.models.CompletionStore;
import io.postrider.models.ModelSettings;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.traces.Traces;
import io.postrider.redirects.LinkDirectory;
import io.postrider.redirects.RedirectEdge;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.web.resource.ReplicaBarrier;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.LogEnd;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.DroppedErrors;
import io.postrider.web.server.LivenessCheck;
import io.postrider.web.server.ReadinessCheck;
import io.postrider.web.server.ServerSettings;
import io.postrider.webhooks.api.AcknowledgedDeliveries;
import io.postrider.webhooks.api.ReplayGate;
import io.postrider.webhooks.api.ReplayRunner;
import io.postrider.webhooks.api.RequestedDeliveries;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.metrics.KafkaMetricsAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** The one port: redirects in front, the API behind. */
final class HttpModule {

    private static final Duration LOOPS_CLOSE = Duration.ofSeconds(5);

    private HttpModule() {}

    /** The autoconfiguration of Spring Boot, without Kafka clients, which the parts of a process make. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {KafkaAutoConfiguration.class, KafkaMetricsAutoConfiguration.class})
    @Import(CommandApiConfiguration.class)
    static class Beans {}

    /** Opens the port; from then on requests are answered, at first with "not ready". */
    static void start(Node node, CommandApiModule edge, QueryGateway reads, Health health) {
        DroppedErrors.install();
        LoopResources loops = RedirectEdge.eventLoops(node.services.redirects());
        loops.onServer(LoopResources.DEFAULT_NATIVE).forEach(node.beats::addLoop);
        node.closing.add(() -> loops.disposeLater(Duration.ZERO, LOOPS_CLOSE).block(LOOPS_CLOSE));
        ConfigurableApplicationContext started =
                new SpringApplicationBuilder(Beans.class)
                        .web(WebApplicationType.REACTIVE)
                        .bannerMode(Banner.Mode.OFF)
                        .logStartupInfo(false)
                        .registerShutdownHook(false)
                        .initializers(context -> {
                            context.getEnvironment()
                                    .getPropertySources()
                                    .addFirst(new MapPropertySource("postrider", fixed(node)));
                            GenericApplicationContext beans = (GenericApplicationContext) context;
                            registerNode(beans, node);
                            registerEdge(beans, edge, edge::isRestored);
                            registerServer(beans, edge.redirects, loops);
                            beans.registerBean(QueryGateway.class, () -> reads, notClosed());
                            registerHealth(beans, health);
                        })
                        .run();
        node.closing.add(started);
        ReplayRunner replays = started.getBean(ReplayRunner.class);
        var _ = replays.dead().thenRun(() -> edge.replaysDead.complete(null));
        replays.start();
    }

    /** What no file of the operator may change. */
    private static Map<String, Object> fixed(Node node) {
        return Map.of(
                "server.port",
                node.settings.port(),
                "spring.jmx.enabled",
                false,
                "spring.web.resources.add-mappings",
                false,
                "server.shutdown",
                "immediate");
    }

    private static void registerHealth(GenericApplicationContext context, Health health) {
        for (int i = 0; i < health.readiness().size(); i++) {
            ReadinessCheck check = health.readiness().get(i);
            context.registerBean("ready-" + i, ReadinessCheck.class, () -> check);
        }
        for (int i = 0; i < health.liveness().size(); i++) {
            LivenessCheck check = health.liveness().get(i);
            context.registerBean("live-" + i, LivenessCheck.class, () -> check);
        }
    }

    private static void registerNode(GenericApplicationContext context, Node node) {
        context.registerBean(MeterRegistry.class, () -> node.meters, notClosed());
        context.registerBean(Traces.class, () -> node.log.settings().traces(), notClosed());
        context.registerBean(Settings.class, () -> node.settings);
        context.registerBean(KafkaSettings.class, node.log::settings);
        context.registerBean(SchemaIds.class, () -> node.ids);
        context.registerBean(InstantSource.class, () -> node.clock);
        context.registerBean(SecretFiles.class, () -> node.secretFiles);
        context.registerBean(TokenHasher.class, node.secretFiles::tokenHasher);
        context.registerBean(SecretBox.class, () -> node.box);
        context.registerBean(
                MediaFiles.class, () -> new MediaFiles(node.services.media().folder(), node.box));
        context.registerBean(EgressPolicy.class, node.services::egress);
        context.registerBean(SessionSettings.class, node.services::sessions);
        context.registerBean(OidcSettings.class, node.services::oidc);
        context.registerBean(TenantLimits.class, node.services::tenants);
        context.registerBean(LinkSettings.class, node.services::links);
        context.registerBean(ModelSettings.class, node.services::models);
        context.registerBean(ServerSettings.class, node.services::server);
        context.registerBean(
                Outbound.class,
                () ->
                        Outbound.open(
                                node.services.egress(),
                                OutboundSettings.ofVersion(Version.text())));
        context.registerBean(
                ClientAddress.class,
                () -> ClientAddress.behind(node.services.redirects().proxies()));
        context.registerBean(SecureRandom.class, () -> new SecureRandom());
    }

    private static void registerEdge(
            GenericApplicationContext context, CommandApiModule edge, BooleanSupplier restored) {
        context.registerBean(CommandGateway.class, () -> edge.gateway, notClosed());
        context.registerBean(DataKeyRing.class, () -> edge.dataKeyRing);
        context.registerBean(LastSeenTracker.class, () -> edge.replicas.lastSeen);
        context.registerBean(ClusterRateLimiter.class, () -> edge.quotas);
        edge.replicas.tables.register(context);
        context.registerBean(LinkDirectory.class, () -> edge.replicas.links);
        context.registerBean(CompletionStore.class, () -> edge.replicas.completions, notClosed());
        context.registerBean(ReplicaBarrier.class, () -> edge.replicas::await);
        context.registerBean(LogEnd.class, () -> edge.replicas::reachedLogEnd);
        context.registerBean(ListingRecorder.class, () -> edge.listings);
        context.registerBean(CallbackLog.class, () -> edge.callbacks);
        context.registerBean(RequestedDeliveries.class, () -> edge.requested, notClosed());
        context.registerBean(AcknowledgedDeliveries.class, () -> edge.requested::acknowledge);
        context.registerBean(ReplayGate.class, () -> edge::mayReplay);
        context.registerBean(PublishedLog.class, () -> edge.published, notClosed());
        context.registerBean(AuditTrail.class, () -> edge.audit, notClosed());
        context.registerBean(
                KeyFreshness.class, () -> new IdentityFreshness(edge.replicas.identity, restored));
    }

    private static void registerServer(
            GenericApplicationContext context, RedirectEdge redirects, LoopResources loops) {
        // The server runs on these loops and no others: each writes the click spool's lane that is
        // its own.
        context.registerBean(ReactorResourceFactory.class, () -> resources(loops));
        NettyServerCustomizer server = redirects::install;
        context.registerBean(
                "redirects",
                WebServerFactoryCustomizer.class,
                () ->
                        (WebServerFactoryCustomizer<NettyReactiveWebServerFactory>)
                                factory -> factory.addServerCustomizers(server));
    }

    private static ReactorResourceFactory resources(LoopResources loops) {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setLoopResources(loops);
        resources.setConnectionProvider(ConnectionProvider.create("unused", 1));
        return resources;
    }

    /** Spring would close every bean with a close method; the shutdown order is defined elsewhere. */
    private static BeanDefinitionCustomizer notClosed() {
        return definition -> definition.setDestroyMethodName("");
    }
}
