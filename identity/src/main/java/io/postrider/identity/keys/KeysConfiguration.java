package io.postrider.identity.keys;

import io.postrider.domain.keys.ApiKey;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.KeyUsageFields;
import io.postrider.identity.auth.LeakedKeys;
import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.platform.meters.Bounds;
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
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on API keys. */
@Configuration(proxyBeanMethods = false)
class KeysConfiguration {

    @Bean
    ApiRoutes keyRoutes(
            ResourceApis resources,
            IdGenerator mint,
            IdempotencyScopes scopes,
            TokenHasher hasher,
            KeyReplica table,
            KeyUsageFields lastUses,
            RecentAuthentication proof,
            InstantSource clock,
            List<KeyDependents> uses) {
        ResourceApi<ApiKey> api =
                resources.of(Catalogue.KEY, KeyRoutes.PATH, "keys").adding(lastUses::on);
        return new KeyRoutes(
                api,
                new KeyWrites(api, mint, scopes, hasher, table, new GrantPolicy(table)),
                table,
                proof,
                clock,
                uses);
    }

    @Bean
    ApiRoutes leakRoutes(LeakedKeys leaked, ClientAddress addresses, Writes writes, Bounds bounds) {
        LeakRoutes routes = new LeakRoutes(leaked, addresses, writes);
        routes.show(bounds);
        return routes;
    }
}
