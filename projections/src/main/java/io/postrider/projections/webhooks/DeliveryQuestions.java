package io.postrider.projections.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.Questions;
import io.postrider.platform.reads.ReadAnswer;
import io.postrider.platform.reads.ReadQuestion;
import io.postrider.platform.views.View;
import io.postrider.platform.views.ViewStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.Question;
import io.postrider.projections.webhooks.DeliveryJson.Receiver;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.EventReader;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers questions about deliveries and attempts. */
public final class DeliveryQuestions {

    private static final Set<String> STATES =
            Set.of("pending", "waiting", "delivered", "exhausted", "held");

    private final ViewStore store;
    private final ValueCodec<Delivery> deliveries;
    private final ValueCodec<Attempt> attempts;

    public DeliveryQuestions(ViewStore store, SchemaIds ids) {
        this.store = store;
        this.deliveries = ValueCodec.deliveries(ids);
        this.attempts = ValueCodec.attempts(ids);
    }

    /** What these answers are read from. */
    public static List<View> views(SchemaIds ids) {
        return List.of(new DeliveryView(ids));
    }

    /** The questions by name. */
    public Map<String, Question> questions() {
        return Map.of(
                Questions.DELIVERIES, this::deliveries,
                Questions.DELIVERY, this::delivery,
                Questions.ATTEMPTS, this::attempts);
    }

    private ReadAnswer deliveries(ReadQuestion question) {
        String state = question.parameters().get("state");
        if (state != null && !STATES.contains(state)) {
            return new ReadAnswer.BadParameter(
                    new FieldError(
                            "state",
                            "invalid_value",
                            "state is pending, waiting, delivered, exhausted or held."));
        }
        String endpoint = question.parameters().get("webhook_id");
        String event = question.parameters().get("event_id");
        byte[] prefix =
                endpoint == null
                        ? DeliveryView.newestFirst(question.workspace())
                        : DeliveryView.ofEndpoint(question.workspace(), endpoint);
        if (endpoint != null
                && receiver(question.workspace(), endpoint)
                        .filter(receiver -> receiver != Receiver.DELETED)
                        .isEmpty()) {
            return new ReadAnswer.Missing();
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

    private ReadAnswer delivery(ReadQuestion question) {
        byte[] found = store.get(DeliveryView.byId(question.workspace(), id(question)));
        if (found == null) {
            return new ReadAnswer.Missing();
        }
        return shown(question, deliveries.decode(found))
                .<ReadAnswer>map(node -> new ReadAnswer.Found(node, null))
                .orElseGet(ReadAnswer.Missing::new);
    }

    private ReadAnswer attempts(ReadQuestion question) {
        byte[] found = store.get(DeliveryView.byId(question.workspace(), id(question)));
        if (found == null || !mayRead(question, deliveries.decode(found))) {
            return new ReadAnswer.Missing();
        }
        return Pages.of(
                store,
                question,
                DeliveryView.attempts(question.workspace(), id(question)),
                entry -> Optional.of(DeliveryJson.of(attempts.decode(entry.value()))));
    }

    private static boolean mayRead(ReadQuestion question, Delivery delivery) {
        return EventReader.read(question.parameters().get(Questions.READER)).mayRead(delivery);
    }

    private Optional<ObjectNode> shown(ReadQuestion question, Delivery delivery) {
        if (!mayRead(question, delivery)) {
            return Optional.empty();
        }
        byte[] last = store.get(DeliveryView.lastAttempt(delivery.workspace(), delivery.id()));
        @Nullable Attempt attempt = last == null ? null : attempts.decode(last);
        // One that is not known at all is so new that its deliveries were read before it.
        Receiver receiver =
                receiver(delivery.workspace(), delivery.endpoint()).orElse(Receiver.TAKING);
        String state = DeliveryJson.state(delivery, attempt, receiver);
        return Optional.of(DeliveryJson.of(delivery, attempt, state));
    }

    /** What becomes of the deliveries of an endpoint; empty for one that is not known. */
    private Optional<Receiver> receiver(String workspace, String endpoint) {
        return Optional.ofNullable(store.get(DeliveryView.receiver(workspace, endpoint)))
                .map(name -> Receiver.valueOf(new String(name, UTF_8)));
    }

    private static String id(ReadQuestion question) {
        return question.parameters().getOrDefault("id", "-");
    }
}
