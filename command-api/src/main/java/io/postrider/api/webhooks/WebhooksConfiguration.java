package io.postrider.api.webhooks;

import io.postrider.api.auth.TenantLimits;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Writes;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.egress.TargetPolicy;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Context;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on webhook endpoints and deliveries. */
@Configuration(proxyBeanMethods = false)
class WebhooksConfiguration {

    @Bean
    RecentWebhooks recentWebhooks() {
        return new RecentWebhooks();
    }

    @Bean
    Holder webhookHolder(RecentWebhooks recent) {
        return Holder.here(Context.WEBHOOKS, recent::apply);
    }

    @Bean
    Holder webhookTableHolder(WebhookTable table) {
        return Holder.here(Context.WEBHOOKS, table::apply);
    }

    @Bean
    WebhookWrites webhookWrites(
            Writes writes,
            IdMint mint,
            SecretBox box,
            SecureRandom random,
            WebhookTable table,
            TenantLimits limits) {
        return new WebhookWrites(writes, mint, box, random, table, limits.webhooks());
    }

    @Bean
    ApiRoutes webhookRoutes(
            WebhookWrites changes,
            Writes writes,
            Queries queries,
            RecentWebhooks recent,
            EgressPolicy egress) {
        WebhookFields fields = new WebhookFields(TargetPolicy.forCalls(egress));
        return new WebhookRoutes(fields, changes, writes, queries, recent);
    }

    @Bean
    ApiRoutes deliveryRoutes(Queries queries) {
        return new DeliveryRoutes(queries);
    }
}
