package io.postrider.standalone;

import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.views.ProjectionStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The read models and the publication of clicks. */
@Configuration(proxyBeanMethods = false)
@Import(ReadService.class)
class ProjectionsConfiguration {

    @Bean
    ProjectionStore deliveryStore(Node node) {
        return node.store("deliveries");
    }

    @Bean
    ProjectionStore historyStore(Node node) {
        return node.store("history");
    }

    @Bean
    QueryGateway queryGateway(ReadService service) {
        return service.reads;
    }
}
