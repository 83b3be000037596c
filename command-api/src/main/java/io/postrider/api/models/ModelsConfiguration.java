package io.postrider.api.models;

import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.OwnReads;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Writes;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.egress.TargetPolicy;
import io.postrider.runtime.outbound.Outbound;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Context;
import java.time.InstantSource;
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
        return new ModelRoutes(new ModelWrites(writes, mint, table), queries, reads, table);
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
        return new ConnectionRoutes(
                new ConnectionFields(TargetPolicy.forCalls(egress)),
                new ConnectionWrites(writes, mint, secrets, table),
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
