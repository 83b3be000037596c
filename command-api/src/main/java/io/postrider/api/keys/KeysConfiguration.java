package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.LastUses;
import io.postrider.api.auth.LeakedKeys;
import io.postrider.api.auth.RecentProof;
import io.postrider.api.automation.RuleTable;
import io.postrider.api.webhooks.WebhookTable;
import io.postrider.domain.keys.ApiKey;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.IdempotencyScopes;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on API keys. */
@Configuration(proxyBeanMethods = false)
class KeysConfiguration {

    @Bean
    ApiRoutes keyRoutes(
            ResourceApis resources,
            IdGenerator mint,
            IdempotencyScopes scopes,
            TokenHasher hasher,
            KeyTable table,
            LastUses uses,
            RecentProof proof,
            InstantSource clock,
            RuleTable rules,
            WebhookTable webhooks) {
        ResourceApi<ApiKey> api =
                resources.of(Catalogue.KEY, KeyRoutes.PATH, "keys").adding(uses::on);
        return new KeyRoutes(
                api,
                new KeyWrites(api, mint, scopes, hasher, table, new KeyBounds(table)),
                table,
                proof,
                clock,
                new KeyUses(rules, webhooks));
    }

    @Bean
    ApiRoutes leakRoutes(LeakedKeys leaked, ClientAddress addresses, Writes writes) {
        return new LeakRoutes(leaked, addresses, writes);
    }
}
