package io.postrider.api.contract;

import io.postrider.contract.AsyncApi;
import io.postrider.contract.Contract;
import io.postrider.contract.EventCatalogue;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.PublicAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together what hands the contract out. */
@Configuration(proxyBeanMethods = false)
class ContractConfiguration {

    @Bean
    Contract contract(PublicAddress address, EventCatalogue events) {
        return new Contract(address.baseUrl(), events);
    }

    @Bean
    ApiRoutes contractRoutes(Contract contract, PublicAddress address, EventCatalogue events) {
        return new ContractRoutes(contract, new AsyncApi(address.baseUrl(), events));
    }
}
