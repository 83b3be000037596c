package io.postrider.api.events;

import io.postrider.contract.EventCatalogue;
import io.postrider.domain.automation.OwnEventType;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The catalogue of event types, with an example and a JSON Schema of each. */
final class EventTypeRoutes implements ApiRoutes {

    private final ObjectNode catalogue;
    private final OwnEventTypes own;

    EventTypeRoutes(EventCatalogue catalogue, OwnEventTypes own) {
        this.catalogue = catalogue.list();
        this.own = own;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.get("/api/v1/event-types").anyKey().to(this::list));
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        List<OwnEventType> types = own.of(request.workspace());
        if (types.isEmpty()) {
            return Mono.just(ApiResponse.ok(catalogue));
        }
        ObjectNode all = Json.object().setAll(catalogue);
        ArrayNode data = Json.mapper().createArrayNode();
        catalogue.path("data").forEach(data::add);
        types.forEach(type -> data.add(OwnEventTypeRoutes.shown(type)));
        return Mono.just(ApiResponse.ok(all.set("data", data)));
    }
}
