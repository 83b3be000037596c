package io.postrider.api.reference;

import io.postrider.web.server.PublicAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Beans of the API reference in Markdown. */
@Configuration(proxyBeanMethods = false)
class ReferenceConfiguration {

    /** Routes ahead of the console, whose single page matches every other address. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RouterFunction<ServerResponse> referenceRoutes(PublicAddress address) {
        return new ReferenceRoutes(address.baseUrl()).routes();
    }
}
