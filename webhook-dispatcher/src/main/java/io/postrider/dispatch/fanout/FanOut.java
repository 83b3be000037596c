package io.postrider.dispatch.fanout;

import io.postrider.dispatch.endpoints.Endpoints;
import io.postrider.dispatch.endpoints.Subscription;
import io.postrider.dispatch.endpoints.Subscription.Wish;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.json.Json;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** Finds the endpoints that an event is for. */
final class FanOut {

    private final Endpoints endpoints;
    private final EventJson json;
    private final InstantSource clock;
    private final Expressions expressions = new Expressions();

    FanOut(Endpoints endpoints, EventJson json, InstantSource clock) {
        this.endpoints = endpoints;
        this.json = json;
        this.clock = clock;
    }

    /** Whether a workspace has an endpoint that may want an event of this type. */
    boolean isWanted(String workspace, String type) {
        return endpoints.ofWorkspace(workspace).stream().anyMatch(each -> each.mayWant(type));
    }

    /** The endpoints that may have wanted this event when it was accepted, unless a filter says otherwise. */
    List<Subscription> wanting(EventHeader header) {
        return endpoints.ofWorkspace(header.workspace()).stream()
                .filter(each -> !wishesFor(each, header).isEmpty())
                .toList();
    }

    /** Whether expressions decide on the delivery of an event to an endpoint. */
    static boolean isEvaluated(Subscription subscription, EventHeader header) {
        return subscription.endpoint().transform() != null
                || wishesFor(subscription, header).stream().anyMatch(wish -> wish.filter() != null);
    }

    /**
     * One delivery per endpoint that wanted this event when it was accepted; a disabled endpoint's is kept until it is enabled. The
     * body is made by the transform that the endpoint has now.
     *
     * @param to those of the endpoints that are asked for
     */
    List<Delivery> deliveriesOf(EventRecord event, Predicate<Subscription> to) {
        EventHeader header = event.header();
        List<Subscription> wanting = wanting(header).stream().filter(to).toList();
        if (wanting.isEmpty()) {
            return List.of();
        }
        return json.delivered(event)
                .map(delivered -> deliveries(header, delivered, wanting))
                .orElse(List.of());
    }

    private List<Delivery> deliveries(
            EventHeader header, ObjectNode event, List<Subscription> wanting) {
        byte[] plain = Json.bytes(event);
        return wanting.stream()
                .filter(each -> isMeant(each, header, event))
                .map(Subscription::endpoint)
                .map(to -> delivery(header, to, body(to, header, event).orElse(plain)))
                .toList();
    }

    private boolean isMeant(Subscription subscription, EventHeader header, ObjectNode event) {
        String webhook = subscription.endpoint().id();
        return wishesFor(subscription, header).stream()
                .anyMatch(wish -> expressions.holds(wish.filter(), webhook, event));
    }

    private static List<Wish> wishesFor(Subscription subscription, EventHeader header) {
        return subscription.wishesFor(header.type(), header.time());
    }

    /** What the endpoint is sent in place of the event. */
    private Optional<byte[]> body(WebhookEndpoint to, EventHeader header, ObjectNode event) {
        return Optional.ofNullable(to.transform())
                .flatMap(each -> expressions.transformed(each, to.id(), header, event));
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
