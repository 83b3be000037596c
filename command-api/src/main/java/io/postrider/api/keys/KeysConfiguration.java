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
import io.postrider.api.http.Writes;
import io.postrider.runtime.secrets.TokenHasher;
import java.time.InstantSource;
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
        KeyBounds bounds = new KeyBounds(table);
        return new KeyRoutes(
                new KeyWrites(writes, mint, hasher, table, bounds),
                new KeyRotations(writes, mint, scopes, hasher, table, bounds),
                queries,
                table,
                uses,
                proof,
                clock);
    }

    @Bean
    ApiRoutes leakRoutes(LeakedKeys leaked, ClientAddress addresses, Writes writes) {
        return new LeakRoutes(leaked, addresses, writes);
    }
}
