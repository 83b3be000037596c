package io.postrider.identity.account;

import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.KeyUsageFields;
import io.postrider.web.route.ApiRoutes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the {@code /me} endpoint. */
@Configuration(proxyBeanMethods = false)
class AccountConfiguration {

    @Bean
    ApiRoutes accountRoutes(KeyReplica keys, KeyUsageFields uses) {
        return new AccountRoutes(keys, uses);
    }
}
