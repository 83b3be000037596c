package io.postrider.api.http;

import com.github.benmanes.caffeine.cache.Ticker;
import io.postrider.api.commands.CommandGateway;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.reads.Reads;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Puts together what all operations share. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

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
    Envelope envelope(RequestId requestId, ProblemResponses responses, PublicAddress address) {
        return new Envelope(requestId, responses, address);
    }

    @Bean
    CrossOrigin crossOrigin() {
        return new CrossOrigin();
    }

    @Bean
    ServerLimits serverLimits(ServerSettings settings, ProblemWriter writer, RequestId requestId) {
        return new ServerLimits(settings, writer, requestId);
    }

    @Bean
    IdMint idMint(InstantSource clock, SecureRandom random, SecretFiles secrets) {
        return new IdMint(clock, random, secrets.derive(IDEMPOTENCY));
    }

    @Bean
    IdempotencyScopes idempotencyScopes(SecretFiles secrets) {
        return new IdempotencyScopes(secrets.derive(IDEMPOTENCY));
    }

    @Bean
    ReadBarrier readBarrier() {
        return new ReadBarrier(Ticker.systemTicker());
    }

    @Bean
    Writes writes(
            CommandGateway gateway,
            IdMint mint,
            IdempotencyScopes scopes,
            SchemaIds ids,
            List<Holder> holders,
            ReadBarrier barrier,
            Arrivals arrivals,
            Tenants tenants,
            WriteGuard guard) {
        return new Writes(gateway, mint, scopes, ids, holders, barrier, arrivals, tenants, guard);
    }

    @Bean
    Queries queries(Reads reads, Arrivals arrivals, ReadBarrier barrier, PublicAddress address) {
        return new Queries(reads, arrivals, barrier, address);
    }

    @Bean
    ResourceApis resourceApis(
            Writes writes, Queries queries, IdMint mint, PublicAddress address, SecretBox box) {
        Rendering rendering = new Rendering(address.baseUrl(), address.domain(), box::open);
        return new ResourceApis(writes, queries, mint, rendering);
    }

    @Bean
    HealthRoutes healthRoutes(
            List<ReadinessCheck> readiness, ObjectProvider<LivenessCheck> liveness) {
        return new HealthRoutes(readiness, liveness.stream().toList());
    }

    @Bean
    ProblemPages problemPages(PublicAddress address) {
        return new ProblemPages(address);
    }

    @Bean
    ApiPipeline apiPipeline(
            Gate gate,
            RequestId requestId,
            ProblemWriter writer,
            AuditTrail audit,
            Tenants tenants,
            ClientAddress addresses,
            LogEnd log,
            InstantSource clock) {
        return new ApiPipeline(
                gate, requestId, writer, audit, tenants, addresses, new RecentIds(log, clock));
    }

    /** Ahead of who hands files out, as some operations are below the console's path. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ApiRouter apiRouter(List<ApiRoutes> features, ApiPipeline pipeline) {
        return new ApiRouter(features, pipeline);
    }
}
