package io.postrider.standalone;

import io.postrider.api.CommandApiConfiguration;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.redirects.RedirectEdge;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.DroppedErrors;
import io.postrider.webhooks.api.ReplayRunner;
import java.security.SecureRandom;
import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.metrics.KafkaMetricsAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The public port: redirects in front, the API behind. Spring Boot configures the server, without Kafka clients, which the parts
 * of a process make.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        exclude = {KafkaAutoConfiguration.class, KafkaMetricsAutoConfiguration.class})
@Import(CommandApiConfiguration.class)
class HttpConfiguration {

    private static final Duration LOOPS_CLOSE = Duration.ofSeconds(5);

    @Bean
    TokenHasher tokenHasher(SecretFiles secrets) {
        return secrets.tokenHasher();
    }

    @Bean
    SecureRandom secureRandom() {
        return new SecureRandom();
    }

    @Bean
    ClientAddress clientAddress(ServiceSettings services) {
        return ClientAddress.behind(services.redirects().proxies());
    }

    @Bean
    Outbound outbound(EgressPolicy egress) {
        return Outbound.open(egress, OutboundSettings.ofVersion(Version.text()));
    }

    /** The server runs on these loops and no others: each writes the click spool's lane that is its own. */
    @Bean
    ReactorResourceFactory reactorResources(ServiceSettings services, Heartbeats beats) {
        DroppedErrors.install();
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setLoopResourcesSupplier(() -> watchedLoops(services, beats));
        resources.setConnectionProvider(ConnectionProvider.create("unused", 1));
        resources.setShutdownQuietPeriod(Duration.ZERO);
        resources.setShutdownTimeout(LOOPS_CLOSE);
        return resources;
    }

    private static LoopResources watchedLoops(ServiceSettings services, Heartbeats beats) {
        LoopResources loops = RedirectEdge.eventLoops(services.redirects());
        loops.onServer(LoopResources.DEFAULT_NATIVE).forEach(beats::addLoop);
        return loops;
    }

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> redirects(RedirectEdge edge) {
        return factory -> factory.addServerCustomizers(edge::install);
    }

    @Bean
    Phase replays(ReplayRunner runner, VitalParts vital) {
        vital.add("the runner of replays", runner.dead());
        return Phase.of(Phase.REPLAYS, runner::start);
    }
}
