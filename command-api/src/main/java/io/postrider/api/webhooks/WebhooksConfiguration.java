package io.postrider.api.webhooks;

import io.postrider.api.auth.TenantLimits;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Queries;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.Writes;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.egress.TargetPolicy;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.WebhookJson;
import java.security.SecureRandom;
import java.util.Optional;
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
    ApiRoutes webhookRoutes(
            Writes writes,
            Queries queries,
            IdMint mint,
            SecretBox box,
            SecureRandom random,
            WebhookTable table,
            TenantLimits limits,
            RecentWebhooks recent,
            EgressPolicy egress) {
        ResourceApi.Facts<WebhookEndpoint> facts =
                new ResourceApi.Facts<>(
                        WebhookRoutes.PATH,
                        "webhooks",
                        Context.WEBHOOKS,
                        IdKind.WHK,
                        event ->
                                event.payload() instanceof WebhookEvent change
                                        ? Optional.of(change.endpoint())
                                        : Optional.empty(),
                        WebhookJson::of);
        return new WebhookRoutes(
                new ResourceApi<>(facts, writes, queries, mint),
                new WebhookFields(TargetPolicy.forCalls(egress)),
                table.bound(limits.webhooks()),
                box,
                random,
                recent);
    }

    @Bean
    ApiRoutes deliveryRoutes(Queries queries) {
        return new DeliveryRoutes(queries);
    }
}
