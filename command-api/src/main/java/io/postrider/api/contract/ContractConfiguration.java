package io.postrider.api.contract;

import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.PublicAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the contract's documents. */
@Configuration(proxyBeanMethods = false)
class ContractConfiguration {

    @Bean
    ApiRoutes contractRoutes(PublicAddress address) {
        return new ContractRoutes(address.baseUrl());
    }
}
