package io.postrider.api.models;

import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.OwnReads;
import io.postrider.api.http.Queries;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.Writes;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.models.ConnectionEvent;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.models.ModelEvent;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.egress.TargetPolicy;
import io.postrider.runtime.outbound.Outbound;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ConnectionJson;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on models, connections and completions. */
@Configuration(proxyBeanMethods = false)
class ModelsConfiguration {

    @Bean
    Holder modelHolder(ModelTable table) {
        return Holder.here(Context.MODELS, table::apply);
    }

    @Bean
    ConnectionSecrets connectionSecrets(SecretBox box) {
        return new ConnectionSecrets(box);
    }

    @Bean
    Providers providers(Outbound outbound, ModelSettings settings, InstantSource clock) {
        return new Providers(outbound, settings, clock);
    }

    @Bean
    ApiRoutes modelRoutes(
            Writes writes, IdMint mint, Queries queries, OwnReads reads, ModelTable table) {
        Catalogue catalogue = new Catalogue(table);
        ResourceApi.Facts<Model> facts =
                new ResourceApi.Facts<>(
                        ModelRoutes.PATH,
                        "models",
                        Context.MODELS,
                        IdKind.CON,
                        event ->
                                event.payload() instanceof ModelEvent change
                                        ? Optional.of(change.model())
                                        : Optional.empty(),
                        catalogue::shown);
        return new ModelRoutes(
                new ResourceApi<>(facts, writes, queries, mint).named(new Aliases()),
                writes,
                mint,
                queries,
                reads,
                table,
                catalogue);
    }

    @Bean
    ApiRoutes connectionRoutes(
            Writes writes,
            IdMint mint,
            Queries queries,
            OwnReads reads,
            ModelTable table,
            ConnectionSecrets secrets,
            EgressPolicy egress) {
        ResourceApi.Facts<ModelConnection> facts =
                new ResourceApi.Facts<>(
                        ConnectionRoutes.PATH,
                        "models",
                        Context.MODELS,
                        IdKind.CON,
                        event ->
                                event.payload() instanceof ConnectionEvent change
                                        ? Optional.of(change.connection())
                                        : Optional.empty(),
                        ConnectionJson::of);
        return new ConnectionRoutes(
                new ResourceApi<>(facts, writes, queries, mint),
                new ConnectionFields(TargetPolicy.forCalls(egress)),
                secrets,
                queries,
                reads,
                table);
    }

    @Bean
    ApiRoutes completionRoutes(
            Writes writes,
            KeptCompletions kept,
            OwnReads reads,
            ModelTable table,
            ConnectionSecrets secrets,
            EgressPolicy egress,
            Providers providers,
            ModelSettings settings,
            InstantSource clock) {
        return new CompletionRoutes(
                new Repeats(writes, kept, providers.budget(), clock),
                reads,
                table,
                new Echo(clock),
                secrets,
                TargetPolicy.forCalls(egress),
                providers,
                settings);
    }
}
