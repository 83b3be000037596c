package io.postrider.api.webhooks;

import io.postrider.api.auth.TenantLimits;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.Queries;
import io.postrider.api.http.ResourceApis;
import io.postrider.platform.egress.EgressPolicy;
import io.postrider.platform.egress.TargetPolicy;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on webhook endpoints and deliveries. */
@Configuration(proxyBeanMethods = false)
class WebhooksConfiguration {

    @Bean
    Holder webhookHolder(WebhookTable table) {
        return Holder.here(Context.WEBHOOKS, table::apply);
    }

    @Bean
    ApiRoutes webhookRoutes(
            ResourceApis resources,
            SecretBox box,
            SecureRandom random,
            WebhookTable table,
            TenantLimits limits,
            EgressPolicy egress) {
        return new WebhookRoutes(
                resources.of(Catalogue.WEBHOOK, WebhookRoutes.PATH, "webhooks"),
                new WebhookFields(TargetPolicy.forCalls(egress)),
                table,
                table.bound(limits.webhooks()),
                box,
                random);
    }

    @Bean
    ApiRoutes deliveryRoutes(Queries queries) {
        return new DeliveryRoutes(queries);
    }
}
