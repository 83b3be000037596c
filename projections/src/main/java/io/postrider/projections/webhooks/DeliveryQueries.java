package io.postrider.projections.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.QueryHandler;
import io.postrider.projections.webhooks.DeliveryJson.Receiver;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers questions about deliveries and attempts. */
public final class DeliveryQueries {

    private static final Set<String> STATES =
            Set.of("pending", "waiting", "delivered", "exhausted", "held");

    private final ProjectionStore store;
    private final ValueCodec<Delivery> deliveries;
    private final ValueCodec<Attempt> attempts;

    private final WebhookStatsQueries statistics;

    public DeliveryQueries(ProjectionStore store, SchemaIds ids, InstantSource clock) {
        this.statistics = new WebhookStatsQueries(store, clock);
        this.store = store;
        this.deliveries = ValueCodec.deliveries(ids);
        this.attempts = ValueCodec.attempts(ids);
    }

    /** The source of these results. */
    public static List<Projection> views(
            ProjectionStore store, SchemaIds ids, InstantSource clock) {
        return List.of(new DeliveryProjection(store, ids, clock));
    }

    /** The questions by name. */
    public Map<String, QueryHandler> questions() {
        return Map.of(
                QueryNames.DELIVERIES, this::deliveries,
                QueryNames.DELIVERY, this::delivery,
                QueryNames.WEBHOOK_INBOX, this::inbox,
                QueryNames.ATTEMPTS, this::attempts,
                QueryNames.WEBHOOK_STATS, statistics::answer);
    }

    private QueryResult deliveries(Query question) {
        String state = question.parameters().get("state");
        if (state != null && !STATES.contains(state)) {
            return new QueryResult.BadParameter(
                    new FieldError(
                            "state",
                            "invalid_value",
                            "Expected pending, waiting, delivered, exhausted or held."));
        }
        String endpoint = question.parameters().get("webhook_id");
        String event = question.parameters().get("event_id");
        byte[] prefix =
                endpoint == null
                        ? DeliveryProjection.newestFirst(question.workspace())
                        : DeliveryProjection.ofEndpoint(question.workspace(), endpoint);
        if (endpoint != null && !isKnown(question.workspace(), endpoint)) {
            return new QueryResult.Missing();
        }
        return Pages.of(
                store,
                question,
                prefix,
                entry ->
                        shown(question, deliveries.decode(entry.value()))
                                .filter(node ->
                                        state == null
                                                || state.equals(node.path("state").asString()))
                                .filter(node ->
                                        event == null
                                                || event.equals(node.path("event_id").asString())));
    }

    /** The deliveries of a webhook that have not ended, the oldest first. */
    private QueryResult inbox(Query question) {
        String workspace = question.workspace();
        String endpoint = question.parameters().getOrDefault("webhook_id", "-");
        String since = question.parameters().getOrDefault("since", Instant.EPOCH.toString());
        Instant created = Instant.parse(since);
        if (!isKnown(workspace, endpoint)) {
            return new QueryResult.Missing();
        }
        return Pages.of(
                store,
                question,
                DeliveryProjection.unended(workspace, endpoint),
                entry ->
                        Optional.ofNullable(
                                        store.get(
                                                DeliveryProjection.byId(
                                                        workspace,
                                                        new String(entry.value(), UTF_8))))
                                .map(deliveries::decode)
                                .filter(delivery -> !delivery.createdAt().isBefore(created))
                                .flatMap(delivery -> shown(question, delivery)));
    }

    private boolean isKnown(String workspace, String endpoint) {
        return receiver(workspace, endpoint)
                .filter(receiver -> receiver != Receiver.DELETED)
                .isPresent();
    }

    private QueryResult delivery(Query question) {
        byte[] found = store.get(DeliveryProjection.byId(question.workspace(), id(question)));
        if (found == null) {
            return new QueryResult.Missing();
        }
        return shown(question, deliveries.decode(found))
                .<QueryResult>map(node -> new QueryResult.Found(node, null))
                .orElseGet(QueryResult.Missing::new);
    }

    private QueryResult attempts(Query question) {
        byte[] found = store.get(DeliveryProjection.byId(question.workspace(), id(question)));
        if (found == null || !mayRead(question, deliveries.decode(found))) {
            return new QueryResult.Missing();
        }
        return Pages.of(
                store,
                question,
                DeliveryProjection.attempts(question.workspace(), id(question)),
                entry -> Optional.of(DeliveryJson.of(attempts.decode(entry.value()))));
    }

    private static boolean mayRead(Query question, Delivery delivery) {
        return EventReader.read(question.parameters().get(QueryNames.READER)).mayRead(delivery);
    }

    private Optional<ObjectNode> shown(Query question, Delivery delivery) {
        if (!mayRead(question, delivery)) {
            return Optional.empty();
        }
        byte[] last =
                store.get(DeliveryProjection.lastAttempt(delivery.workspace(), delivery.id()));
        @Nullable Attempt attempt = last == null ? null : attempts.decode(last);
        // An unknown endpoint is so new that its deliveries were read before it.
        Receiver receiver =
                receiver(delivery.workspace(), delivery.endpoint()).orElse(Receiver.TAKING);
        String state = DeliveryJson.state(delivery, attempt, receiver);
        return Optional.of(DeliveryJson.of(delivery, attempt, state));
    }

    /** The state of an endpoint's deliveries; empty for an unknown endpoint. */
    private Optional<Receiver> receiver(String workspace, String endpoint) {
        return Optional.ofNullable(store.get(DeliveryProjection.receiver(workspace, endpoint)))
                .map(name -> Receiver.valueOf(new String(name, UTF_8)));
    }

    private static String id(Query question) {
        return question.parameters().getOrDefault("id", "-");
    }
}
