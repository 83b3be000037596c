package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.LastUses;
import io.postrider.api.auth.LeakedKeys;
import io.postrider.api.auth.RecentProof;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.ClientAddress;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.IdempotencyScopes;
import io.postrider.api.http.Queries;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.Writes;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.KeyJson;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on API keys. */
@Configuration(proxyBeanMethods = false)
class KeysConfiguration {

    @Bean
    ApiRoutes keyRoutes(
            Writes writes,
            Queries queries,
            IdMint mint,
            IdempotencyScopes scopes,
            TokenHasher hasher,
            KeyTable table,
            LastUses uses,
            RecentProof proof,
            InstantSource clock) {
        ResourceApi.Facts<ApiKey> facts =
                new ResourceApi.Facts<>(
                        KeyRoutes.PATH,
                        "keys",
                        Context.KEYS,
                        IdKind.KEY,
                        event ->
                                event.payload() instanceof KeyEvent change
                                        ? Optional.of(change.key())
                                        : Optional.empty(),
                        KeyJson::of);
        ResourceApi<ApiKey> api = new ResourceApi<>(facts, writes, queries, mint).adding(uses::on);
        return new KeyRoutes(
                api,
                new KeyWrites(api, mint, scopes, hasher, table, new KeyBounds(table)),
                table,
                proof,
                clock);
    }

    @Bean
    ApiRoutes leakRoutes(LeakedKeys leaked, ClientAddress addresses, Writes writes) {
        return new LeakRoutes(leaked, addresses, writes);
    }
}
