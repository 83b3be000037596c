package io.postrider.api.events;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The catalogue of event types, with an example and a JSON Schema of each. */
final class EventTypeRoutes implements ApiRoutes {

    private final ObjectNode catalogue;

    EventTypeRoutes(EventCatalogue catalogue) {
        this.catalogue = catalogue.list();
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.get("/api/v1/event-types").anyKey().to(this::list));
    }

    private Mono<Answer> list(ApiRequest request) {
        return Mono.just(Answer.ok(catalogue));
    }
}
