package io.postrider.standalone;

import io.postrider.api.CommandApiConfiguration;
import io.postrider.api.auth.ClientAddress;
import io.postrider.api.auth.KeyFreshness;
import io.postrider.api.auth.KeyTable;
import io.postrider.api.commands.CommandGateway;
import io.postrider.api.http.ReadinessCheck;
import io.postrider.api.links.LinkDirectory;
import io.postrider.api.links.ListingRecorder;
import io.postrider.api.redirect.OwnerLookup;
import io.postrider.api.redirect.RedirectEdge;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.reads.Reads;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.runtime.secrets.SecretFiles;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.runtime.settings.Settings;
import io.postrider.runtime.streams.StreamsApp;
import io.postrider.runtime.views.Progress;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.schemas.SchemaIds;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** The one port: redirects in front, the API behind. */
final class HttpSide {

    private static final Duration LOOPS_CLOSE = Duration.ofSeconds(5);

    private HttpSide() {}

    /** What Spring Boot is to configure. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(CommandApiConfiguration.class)
    static class Beans {}

    /** Opens the port; requests are answered from here on, if only with "not ready". */
    static void start(Settings settings, LogSide log, Engine engine, Closing closing) {
        LoopResources loops = RedirectEdge.eventLoops(engine.redirectSettings);
        closing.add(() -> loops.disposeLater(Duration.ZERO, LOOPS_CLOSE).block(LOOPS_CLOSE));
        RedirectEdge redirects =
                new RedirectEdge(
                        engine.links,
                        () -> engine.edgeView.progress().caughtUp(),
                        engine.spool,
                        engine.gateway,
                        OwnerLookup.NOBODY,
                        engine.redirectSettings,
                        engine.ids,
                        engine.clock);
        closing.add(
                new SpringApplicationBuilder(Beans.class)
                        .web(WebApplicationType.REACTIVE)
                        .bannerMode(Banner.Mode.OFF)
                        .logStartupInfo(false)
                        .registerShutdownHook(false)
                        .properties(
                                Map.of(
                                        "server.port",
                                        settings.port(),
                                        "spring.jmx.enabled",
                                        false,
                                        "server.shutdown",
                                        "immediate"))
                        .initializers(context ->
                                register(
                                        (GenericApplicationContext) context,
                                        settings,
                                        log,
                                        engine,
                                        redirects,
                                        loops))
                        .run());
    }

    private static void register(
            GenericApplicationContext context,
            Settings settings,
            LogSide log,
            Engine engine,
            RedirectEdge redirects,
            LoopResources loops) {
        context.registerBean(Settings.class, () -> settings);
        context.registerBean(LogSettings.class, log::settings);
        context.registerBean(SchemaIds.class, () -> engine.ids);
        context.registerBean(InstantSource.class, () -> engine.clock);
        context.registerBean(CommandGateway.class, () -> engine.gateway, notClosed());
        context.registerBean(Reads.class, () -> engine.reads);
        context.registerBean(KeyTable.class, () -> engine.keys);
        context.registerBean(LinkDirectory.class, () -> engine.links);
        context.registerBean(SecretFiles.class, () -> engine.secretFiles);
        context.registerBean(TokenHasher.class, engine.secretFiles::tokenHasher);
        context.registerBean(SecretBox.class, () -> new SecretBox(engine.dataKeys));
        context.registerBean(EgressPolicy.class, () -> engine.egress);
        context.registerBean(ClientAddress.class, () -> ClientAddress.PEER);
        context.registerBean(SecureRandom.class, () -> new SecureRandom());
        context.registerBean(ListingRecorder.class, () -> engine.listings);
        context.registerBean(KeyFreshness.class, () -> freshness(engine.edgeView));
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
        check(context, "edge", () -> view("keys_and_links", engine.edgeView));
        check(context, "reads", () -> view("lists", engine.readView));
        check(context, "decider", () -> stream("decider", engine.decider));
        check(context, "clicks", () -> stream("clicks", engine.clicks));
        check(context, "webhooks", () -> stream("webhooks", engine.dispatcher.app()));
    }

    private static ReactorResourceFactory resources(LoopResources loops) {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setLoopResources(loops);
        resources.setConnectionProvider(ConnectionProvider.create("unused", 1));
        return resources;
    }

    /** Spring would close what has a close method; the order of closing is ours. */
    private static BeanDefinitionCustomizer notClosed() {
        return definition -> definition.setDestroyMethodName("");
    }

    private static void check(
            GenericApplicationContext context, String name, ReadinessCheck check) {
        context.registerBean("ready-" + name, ReadinessCheck.class, () -> check);
    }

    private static ReadinessCheck.State view(String name, ViewRunner runner) {
        Progress progress = runner.progress();
        return new ReadinessCheck.State(
                name,
                progress.caughtUp() && runner.healthy(),
                progress.applied() + " of " + progress.total());
    }

    private static ReadinessCheck.State stream(String name, StreamsApp app) {
        KafkaStreams.State state = app.state();
        return new ReadinessCheck.State(name, state == KafkaStreams.State.RUNNING, state.name());
    }

    private static KeyFreshness freshness(ViewRunner runner) {
        return new KeyFreshness() {
            @Override
            public Duration age() {
                return runner.staleness();
            }

            @Override
            public boolean restored() {
                return runner.progress().caughtUp();
            }
        };
    }
}
