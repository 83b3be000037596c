package io.postrider.api.reference;

import io.postrider.web.server.PublicAddress;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Puts together what hands the reference out as Markdown. */
@Configuration(proxyBeanMethods = false)
class ReferenceConfiguration {

    /** Ahead of the console, whose one page answers for every other address beside these. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RouterFunction<ServerResponse> referenceRoutes(PublicAddress address) {
        return new ReferenceRoutes(address.baseUrl()).routes();
    }
}
