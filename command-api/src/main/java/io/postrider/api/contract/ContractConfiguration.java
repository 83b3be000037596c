package io.postrider.api.contract;

import io.postrider.api.events.EventCatalogue;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.PublicAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together what hands the contract out. */
@Configuration(proxyBeanMethods = false)
class ContractConfiguration {

    @Bean
    Contract contract(PublicAddress address, EventCatalogue events) {
        return new Contract(address, events);
    }

    @Bean
    ApiRoutes contractRoutes(Contract contract, PublicAddress address, EventCatalogue events) {
        return new ContractRoutes(contract, new AsyncApi(address, events));
    }
}
