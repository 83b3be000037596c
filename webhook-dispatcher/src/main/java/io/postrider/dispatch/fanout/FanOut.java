package io.postrider.dispatch.fanout;

import io.postrider.dispatch.endpoints.Endpoints;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Finds the endpoints that an event is for. */
final class FanOut {

    /** How far the clocks of two nodes may differ before a new endpoint misses an event of its first moments. */
    private static final Duration CLOCK_SKEW_MAX = Duration.ofSeconds(10);

    private final Endpoints endpoints;
    private final EventJson json;
    private final InstantSource clock;

    FanOut(Endpoints endpoints, EventJson json, InstantSource clock) {
        this.endpoints = endpoints;
        this.json = json;
        this.clock = clock;
    }

    /** Whether a workspace has an endpoint that wants a type of event. */
    boolean isWanted(String workspace, String type) {
        return endpoints.ofWorkspace(workspace).stream().anyMatch(endpoint -> endpoint.wants(type));
    }

    /** One delivery per endpoint that wants this event; a disabled endpoint's is kept until it is enabled. */
    List<Delivery> deliveriesOf(EventRecord event) {
        EventHeader header = event.header();
        List<WebhookEndpoint> wanting =
                endpoints.ofWorkspace(header.workspace()).stream()
                        .filter(endpoint -> endpoint.wants(header.type()))
                        .filter(endpoint -> !isFromBefore(header, endpoint))
                        .toList();
        if (wanting.isEmpty()) {
            return List.of();
        }
        return json.delivered(event)
                .map(Json::bytes)
                .map(body -> wanting.stream().map(to -> delivery(header, to, body)).toList())
                .orElse(List.of());
    }

    private static boolean isFromBefore(EventHeader header, WebhookEndpoint endpoint) {
        return header.time().isBefore(endpoint.createdAt().minus(CLOCK_SKEW_MAX));
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
