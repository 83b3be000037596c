package io.postrider.models;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.domain.models.Model;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on models, connections and completions. */
@Configuration(proxyBeanMethods = false)
class ModelsConfiguration {

    @Bean
    LocalEventListener modelHolder(ModelReplica table) {
        return LocalEventListener.here(Context.MODELS, table::apply);
    }

    @Bean
    ConnectionSecrets connectionSecrets(SecretBox box) {
        return new ConnectionSecrets(box);
    }

    @Bean
    Providers providers(
            Outbound outbound, ModelSettings settings, InstantSource clock, MeterRegistry meters) {
        Providers providers = new Providers(outbound, settings, clock);
        providers.budget().show(new Bounds(meters));
        return providers;
    }

    @Bean
    ApiRoutes modelRoutes(ResourceApis resources, Queries queries, ModelReplica table) {
        ModelCatalogue catalogue = new ModelCatalogue(table);
        ResourceApi<Model> api =
                new ResourceApi<>(
                        Catalogue.MODEL,
                        ModelRoutes.PATH,
                        "models:read",
                        "models:write",
                        (model, version, _) -> catalogue.shown(model, version),
                        new Aliases(),
                        UnaryOperator.identity(),
                        false,
                        resources);
        return new ModelRoutes(api, queries, table, catalogue);
    }

    @Bean
    ApiRoutes connectionRoutes(
            ResourceApis resources,
            Queries queries,
            ModelReplica table,
            ConnectionSecrets secrets,
            EgressPolicy egress) {
        return new ConnectionRoutes(
                resources.of(Catalogue.CONNECTION, ConnectionRoutes.PATH, "models"),
                new ConnectionFields(TargetPolicy.forCalls(egress)),
                secrets,
                queries,
                table);
    }

    @Bean
    ApiRoutes completionRoutes(
            Writes writes,
            CompletionStore kept,
            Queries queries,
            ModelReplica table,
            ConnectionSecrets secrets,
            EgressPolicy egress,
            Providers providers,
            ModelSettings settings,
            InstantSource clock) {
        return new CompletionRoutes(
                new IdempotentCompletions(writes, kept, providers.budget(), clock),
                queries,
                table,
                new Echo(clock),
                secrets,
                TargetPolicy.forCalls(egress),
                providers,
                settings);
    }
}
