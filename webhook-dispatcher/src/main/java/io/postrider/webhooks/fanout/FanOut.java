package io.postrider.webhooks.fanout;

import io.postrider.domain.runs.RunEvent;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.expressions.EvaluationException;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.webhooks.endpoints.Endpoints;
import io.postrider.webhooks.endpoints.Subscription;
import io.postrider.webhooks.endpoints.Subscription.Wish;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Finds the endpoints that an event is for. */
final class FanOut {

    private final Endpoints endpoints;
    private final EventJson json;
    private final DeliveryTimes times;
    private final Expressions expressions = new Expressions();

    FanOut(Endpoints endpoints, EventJson json, InstantSource clock) {
        this.endpoints = endpoints;
        this.json = json;
        this.times = new DeliveryTimes(clock);
    }

    /** Shows how much it keeps of webhooks. */
    void show(Bounds bounds) {
        times.show(bounds);
        expressions.show(bounds);
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

    /** When an endpoint was changed last; empty where it is deleted. */
    Optional<Instant> changedAt(String endpoint) {
        return endpoints.byId(endpoint).map(WebhookEndpoint::updatedAt);
    }

    /**
     * One delivery per endpoint that wanted this event when it was accepted; a disabled endpoint's is kept until it is enabled. The
     * body is made by the transform that the endpoint has now. A delivery whose filter or transform fails has the failure
     * and no body.
     *
     * @param to those of the endpoints that are asked for
     */
    List<Delivery> deliveriesOf(EventRecord event, Predicate<Subscription> to) {
        return deliveries(
                event,
                to,
                (each, shown) -> expressions.anyHolds(wishesFor(each, event.header()), shown));
    }

    /**
     * The delivery of an event that was held, by the filter and the transform that the endpoint has now; one without a body, which
     * takes the held one back, where the filter does not hold.
     */
    List<Delivery> heldDeliveryOf(EventRecord event, String endpoint) {
        List<Delivery> made =
                deliveries(
                        event,
                        each -> each.endpoint().id().equals(endpoint),
                        (each, shown) -> expressions.holds(each.endpoint().filter(), shown));
        return made.isEmpty()
                ? endpoints.byId(endpoint).stream()
                        .map(each -> delivery(event, each, EncodedEvent.NOTHING, null))
                        .toList()
                : made;
    }

    /** The delivery of an event that is not held any more, since too many are. */
    Optional<Delivery> givenUpDeliveryOf(EventRecord event, String endpoint) {
        return endpoints
                .byId(endpoint)
                .map(each ->
                        delivery(
                                event,
                                each,
                                EncodedEvent.NOTHING,
                                Delivery.GIVEN_UP
                                        + ": The webhook has reached its limit of held deliveries."));
    }

    /** Whether an event is for an endpoint. */
    @FunctionalInterface
    private interface Meaning {
        boolean isFor(Subscription to, ObjectNode event) throws EvaluationException;
    }

    private List<Delivery> deliveries(
            EventRecord event, Predicate<Subscription> to, Meaning meaning) {
        EventHeader header = event.header();
        List<Subscription> wanting =
                wanting(header).stream()
                        .filter(to)
                        .filter(each -> each.reader().mayRead(event))
                        .toList();
        if (wanting.isEmpty()) {
            return List.of();
        }
        return json.delivered(event).stream()
                .flatMap(shown -> {
                    EncodedEvents encoded = new EncodedEvents(shown);
                    return wanting.stream()
                            .flatMap(each -> made(each, event, encoded, meaning).stream());
                })
                .toList();
    }

    private Optional<Delivery> made(
            Subscription to, EventRecord event, EncodedEvents encoded, Meaning meaning) {
        WebhookEndpoint endpoint = to.endpoint();
        String transform = endpoint.transform();
        try {
            if (!meaning.isFor(to, encoded.event())) {
                return Optional.empty();
            }
            WebhookFormat format = endpoint.options().format();
            return Optional.of(
                    delivery(
                            event,
                            endpoint,
                            transform == null
                                    ? encoded.in(format)
                                    : expressions.transformed(format, transform, encoded.event()),
                            null));
        } catch (EvaluationException e) {
            return Optional.of(delivery(event, endpoint, EncodedEvent.NOTHING, e.getMessage()));
        }
    }

    private static List<Wish> wishesFor(Subscription subscription, EventHeader header) {
        return subscription.wishesFor(header.type(), header.time());
    }

    /** Its id is derived, so the same event and endpoint give the same delivery however often the event is read. */
    private Delivery delivery(
            EventRecord event,
            WebhookEndpoint endpoint,
            EncodedEvent encoded,
            @Nullable String failure) {
        EventHeader header = event.header();
        return new Delivery(
                DeliveryIds.of(header.id(), endpoint.id()),
                header.workspace(),
                endpoint.id(),
                header.id(),
                header.type(),
                times.next(endpoint),
                encoded.body(),
                false,
                failure,
                encoded.headers(),
                event.payload() instanceof RunEvent run ? run.resource().eventType() : null,
                header.aggregate(),
                null);
    }
}
