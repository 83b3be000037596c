package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.LastUses;
import io.postrider.api.auth.LeakedKeys;
import io.postrider.api.auth.RecentProof;
import io.postrider.api.automation.RuleTable;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.ClientAddress;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.IdempotencyScopes;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.ResourceApis;
import io.postrider.api.http.Writes;
import io.postrider.api.webhooks.WebhookTable;
import io.postrider.domain.keys.ApiKey;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.catalogue.Catalogue;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on API keys. */
@Configuration(proxyBeanMethods = false)
class KeysConfiguration {

    @Bean
    ApiRoutes keyRoutes(
            ResourceApis resources,
            IdMint mint,
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
