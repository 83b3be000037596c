package io.postrider.web;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.IdempotencyScopes;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.RecentWrites;
import io.postrider.web.resource.ReplicaBarrier;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.WriteGuard;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiPipeline;
import io.postrider.web.route.ApiRouter;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.Authenticator;
import io.postrider.web.route.HealthRoutes;
import io.postrider.web.route.LogEnd;
import io.postrider.web.route.ProblemPages;
import io.postrider.web.route.RecentIds;
import io.postrider.web.route.TraceFilter;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.CommonHeadersFilter;
import io.postrider.web.server.CrossOrigin;
import io.postrider.web.server.Health;
import io.postrider.web.server.ProblemHandler;
import io.postrider.web.server.ProblemResponses;
import io.postrider.web.server.ProblemWriter;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.RequestId;
import io.postrider.web.server.ServerLimits;
import io.postrider.web.server.ServerSettings;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Beans that all operations share. */
@Configuration(proxyBeanMethods = false)
public class WebConfiguration {

    private static final String IDEMPOTENCY = "idempotency";

    @Bean
    PublicAddress publicAddress(Settings settings) {
        return new PublicAddress(settings.baseUrl(), settings.defaultDomain());
    }

    @Bean
    RequestId requestId(InstantSource clock) {
        return new RequestId(clock, () -> ThreadLocalRandom.current().nextLong());
    }

    @Bean
    ProblemWriter problemWriter(PublicAddress address) {
        return new ProblemWriter(address);
    }

    @Bean
    ProblemResponses problemResponses(RequestId requestId, ProblemWriter writer) {
        return new ProblemResponses(requestId, writer);
    }

    @Bean
    ProblemHandler problemHandler(ProblemResponses responses) {
        return new ProblemHandler(responses);
    }

    @Bean
    CommonHeadersFilter envelope(
            RequestId requestId, ProblemResponses responses, PublicAddress address) {
        return new CommonHeadersFilter(requestId, responses, address);
    }

    @Bean
    TraceFilter traceFilter(ObjectProvider<Traces> traces, InstantSource clock) {
        return new TraceFilter(traces.getIfAvailable(Traces::off), clock);
    }

    @Bean
    CrossOrigin crossOrigin() {
        return new CrossOrigin();
    }

    @Bean
    ServerLimits serverLimits(
            ServerSettings settings, ProblemWriter writer, RequestId requestId, Bounds bounds) {
        ServerLimits limits = new ServerLimits(settings, writer, requestId);
        limits.show(bounds);
        return limits;
    }

    @Bean
    IdGenerator idMint(InstantSource clock, SecureRandom random, SecretFiles secrets) {
        return new IdGenerator(clock, random, secrets.derive(IDEMPOTENCY));
    }

    @Bean
    IdempotencyScopes idempotencyScopes(SecretFiles secrets) {
        return new IdempotencyScopes(secrets.derive(IDEMPOTENCY));
    }

    @Bean
    Bounds bounds(MeterRegistry meters) {
        return new Bounds(meters);
    }

    @Bean
    RecentWrites recentWrites(Bounds bounds) {
        RecentWrites recent = new RecentWrites(Ticker.systemTicker());
        recent.show(bounds);
        return recent;
    }

    @Bean
    Writes writes(
            CommandGateway gateway,
            IdGenerator mint,
            IdempotencyScopes scopes,
            SchemaIds ids,
            List<LocalEventListener> holders,
            RecentWrites recent,
            ReplicaBarrier replicas,
            Tenants tenants,
            WriteGuard guard) {
        return new Writes(gateway, mint, scopes, ids, holders, recent, replicas, tenants, guard);
    }

    @Bean
    Queries queries(
            QueryGateway reads,
            ReplicaBarrier replicas,
            RecentWrites recent,
            PublicAddress address) {
        return new Queries(reads, replicas, recent, address);
    }

    @Bean
    ResourceApis resourceApis(
            Writes writes,
            Queries queries,
            IdGenerator mint,
            PublicAddress address,
            SecretBox box) {
        Rendering rendering = new Rendering(address.baseUrl(), address.domain(), box::open);
        return new ResourceApis(writes, queries, mint, rendering);
    }

    @Bean
    HealthRoutes healthRoutes(Health health) {
        return new HealthRoutes(health);
    }

    @Bean
    ProblemPages problemPages(PublicAddress address) {
        return new ProblemPages(address);
    }

    @Bean
    ApiPipeline apiPipeline(
            Authenticator gate,
            RequestId requestId,
            ProblemWriter writer,
            AuditTrail audit,
            Tenants tenants,
            ClientAddress addresses,
            LogEnd log,
            InstantSource clock,
            Bounds bounds) {
        ApiPipeline pipeline =
                new ApiPipeline(
                        gate,
                        requestId,
                        writer,
                        audit,
                        tenants,
                        addresses,
                        new RecentIds(log, clock));
        pipeline.show(bounds);
        return pipeline;
    }

    /** Ahead of the handlers of static files, since some operations are below the console's path. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ApiRouter apiRouter(List<ApiRoutes> features, ApiPipeline pipeline) {
        return new ApiRouter(features, pipeline);
    }
}
