package io.postrider.api.events;

import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Holder;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.PublicAddress;
import io.postrider.api.http.Queries;
import io.postrider.api.http.ResourceApis;
import io.postrider.api.http.Writes;
import io.postrider.contract.EventCatalogue;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together the operations on the event log. */
@Configuration(proxyBeanMethods = false)
class EventsConfiguration {

    @Bean
    ApiRoutes causeRoutes(Queries queries) {
        return new CauseRoutes(queries);
    }

    @Bean
    ApiRoutes eventRoutes(Queries queries) {
        return new EventRoutes(queries, StreamLimits.DEFAULT);
    }

    @Bean
    ApiRoutes publishRoutes(Writes writes, IdMint mint, PublishedLog log, OwnEventTypes types) {
        return new PublishRoutes(writes, mint, log, new EventTypeSchemas(types));
    }

    @Bean
    Holder eventTypeHolder(OwnEventTypes types) {
        return Holder.here(Context.AUTOMATION, types::apply);
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
