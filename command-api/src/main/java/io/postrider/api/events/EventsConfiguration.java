package io.postrider.api.events;

import io.postrider.contract.EventCatalogue;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.StreamLimits;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on the event log. */
@Configuration(proxyBeanMethods = false)
class EventsConfiguration {

    @Bean
    ApiRoutes causeRoutes(Queries queries) {
        return new CauseRoutes(queries);
    }

    @Bean
    ApiRoutes eventRoutes(Queries queries, Bounds bounds) {
        EventRoutes routes = new EventRoutes(queries, StreamLimits.DEFAULT);
        routes.show(bounds);
        return routes;
    }

    @Bean
    ApiRoutes publishRoutes(
            Writes writes, IdGenerator mint, PublishedLog log, OwnEventTypes types, Bounds bounds) {
        EventTypeSchemas schemas = new EventTypeSchemas(types);
        schemas.show(bounds);
        return new PublishRoutes(writes, mint, log, schemas);
    }

    @Bean
    LocalEventListener eventTypeHolder(OwnEventTypes types) {
        return LocalEventListener.here(Context.AUTOMATION, types::apply);
    }

    @Bean
    ApiRoutes ownEventTypeRoutes(ResourceApis resources) {
        return new OwnEventTypeRoutes(
                resources
                        .of(Catalogue.OWN_EVENT_TYPE, OwnEventTypeRoutes.PATH, "events")
                        .writtenWith("events:publish"));
    }

    @Bean
    EventCatalogue eventCatalogue(PublicAddress address) {
        return new EventCatalogue(address.baseUrl(), address.domain());
    }

    @Bean
    ApiRoutes eventTypeRoutes(EventCatalogue catalogue, OwnEventTypes types) {
        return new EventTypeRoutes(catalogue, types);
    }
}
