package io.postrider.dispatch.fanout;

import io.postrider.dispatch.endpoints.Endpoints;
import io.postrider.dispatch.endpoints.Subscription;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.Json;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Finds the endpoints that an event is for. */
final class FanOut {

    private final Endpoints endpoints;
    private final EventJson json;
    private final InstantSource clock;

    FanOut(Endpoints endpoints, EventJson json, InstantSource clock) {
        this.endpoints = endpoints;
        this.json = json;
        this.clock = clock;
    }

    /** Whether a workspace has an endpoint that may want an event of this type. */
    boolean isWanted(String workspace, String type) {
        return endpoints.ofWorkspace(workspace).stream().anyMatch(each -> each.mayWant(type));
    }

    /** One delivery per endpoint that wanted this event when it was accepted; a disabled endpoint's is kept until it is enabled. */
    List<Delivery> deliveriesOf(EventRecord event) {
        EventHeader header = event.header();
        List<WebhookEndpoint> wanting =
                endpoints.ofWorkspace(header.workspace()).stream()
                        .filter(each -> each.wanted(header.type(), header.time()))
                        .map(Subscription::endpoint)
                        .toList();
        if (wanting.isEmpty()) {
            return List.of();
        }
        return json.delivered(event)
                .map(Json::bytes)
                .map(body -> wanting.stream().map(to -> delivery(header, to, body)).toList())
                .orElse(List.of());
    }

    /** Its id is derived, so the same event and endpoint give the same delivery however often the event is read. */
    private Delivery delivery(EventHeader header, WebhookEndpoint endpoint, byte[] body) {
        UUID namespace =
                Id.parse(IdKind.EVT, header.id())
                        .orElseThrow(
                                () -> new IllegalArgumentException("event id: " + header.id()));
        return new Delivery(
                Id.of(IdKind.DLV, Uuids.v5(namespace, endpoint.id())),
                header.workspace(),
                endpoint.id(),
                header.id(),
                header.type(),
                clock.instant(),
                body,
                false);
    }
}
