package io.postrider.identity.account;

import io.postrider.identity.auth.KeyTable;
import io.postrider.identity.auth.LastUses;
import io.postrider.web.route.ApiRoutes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together what callers are told of themselves. */
@Configuration(proxyBeanMethods = false)
class AccountConfiguration {

    @Bean
    ApiRoutes accountRoutes(KeyTable keys, LastUses uses) {
        return new AccountRoutes(keys, uses);
    }
}
