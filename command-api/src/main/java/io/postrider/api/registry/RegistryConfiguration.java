package io.postrider.api.registry;

import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.web.route.ApiRoutes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the schema registry. */
@Configuration(proxyBeanMethods = false)
class RegistryConfiguration {

    @Bean
    ApiRoutes registryRoutes() {
        return new RegistryRoutes(new ShippedSchemas(LockedSchemaIds.shipped()));
    }
}
