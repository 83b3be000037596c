package io.postrider.messaging.api;

import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.domain.instances.SendLimits;
import io.postrider.messaging.api.SendQueue.Place;
import io.postrider.messaging.api.ServiceWindow.Window;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Explains why a message waits or ended. */
final class MessageExplanation {

    /** The states in which an instance keeps its messages. */
    private static final Set<InstanceState> STOPS =
            Set.of(InstanceState.PAUSED, InstanceState.RESTRICTED);

    /** The limits that errors of the provider name. */
    private static final Map<String, String> LIMITS =
            Map.of(
                    "131056", "pair_rate",
                    "130429", "instance_rate",
                    "131048", "quality_tier",
                    "80007", "account_rate",
                    "4", "account_rate");

    private MessageExplanation() {}

    private record Cause(String reason, String detail, @Nullable Instant next) {}

    /**
     * The explanation of a message.
     *
     * @param message as the API shows it
     * @param instance empty if it was deleted
     * @param attempts to send it, the newest first
     * @param place among the messages that wait
     */
    static ObjectNode of(
            JsonNode message,
            Optional<Instance> instance,
            Window window,
            JsonNode attempts,
            Place place,
            Instant now) {
        Cause cause = cause(message, instance, window, attempts, place, now);
        ObjectNode shown =
                Json.object()
                        .put("object", "message_explanation")
                        .put("message_id", message.path("id").asString(""))
                        .put("status", message.path("status").asString(""))
                        .put("reason", cause.reason())
                        .put("detail", cause.detail())
                        .put("next_attempt_at", Json.time(cause.next()))
                        .put(
                                "instance_state",
                                instance.map(one -> one.state().label()).orElse(null));
        shown.set("window", window.json());
        shown.set("attempts", attempts);
        return shown;
    }

    private static Cause cause(
            JsonNode message,
            Optional<Instance> instance,
            Window window,
            JsonNode attempts,
            Place place,
            Instant now) {
        String status = message.path("status").asString("");
        return switch (status) {
            case "accepted" -> waiting(message, instance, window, attempts, place, now);
            case "failed" ->
                    new Cause(
                            message.at("/error/code").asString("failed"),
                            message.at("/error/detail").asString(""),
                            null);
            case "outcome_unknown" ->
                    new Cause(
                            status,
                            "The provider did not respond to the request. Postrider does not send the message"
                                    + " again; a receipt may still arrive.",
                            null);
            case "expired" -> new Cause(status, "The message expired before it was sent.", null);
            case "canceled" ->
                    new Cause(status, "The message was canceled before it was sent.", null);
            case "received" -> new Cause(status, "The message was received.", null);
            default -> new Cause("provider_has_it", "The provider accepted the message.", null);
        };
    }

    private static Cause waiting(
            JsonNode message,
            Optional<Instance> instance,
            Window window,
            JsonNode attempts,
            Place place,
            Instant now) {
        Optional<Instant> scheduled =
                message.path("schedule_at").asStringOpt().map(Instant::parse).filter(now::isBefore);
        if (scheduled.isPresent()) {
            return new Cause(
                    "scheduled", "The message is scheduled for a later time.", scheduled.get());
        }
        if (instance.isEmpty()) {
            return new Cause(
                    "instance_deleted",
                    "The instance was deleted, so the message is not sent.",
                    null);
        }
        if (!instance.get().state().sends()) {
            String reason = instance.get().stateReason();
            String state = instance.get().state().label();
            return new Cause(
                    STOPS.contains(instance.get().state())
                            ? "instance_" + state
                            : "instance_not_connected",
                    "The instance is " + state + (reason == null ? "." : ": " + reason + "."),
                    null);
        }
        return refused(message, window, place)
                .or(() -> retried(attempts))
                .or(() -> limited(instance.get(), place, now))
                .orElseGet(() -> new Cause("queued", "The message is queued for sending.", now));
    }

    /** The reason for which the message will fail in its turn. */
    private static Optional<Cause> refused(JsonNode message, Window window, Place place) {
        JsonNode contact = place.contact().orElseGet(MissingNode::getInstance);
        boolean isTemplate = message.path("type").asString("").equals("template");
        String category = message.path("template_category").asString("marketing");
        if (contact.path("blocked").asBoolean(false)) {
            return Optional.of(new Cause("recipient_blocked", "The contact is blocked.", null));
        }
        if (contact.path("opted_out").asBoolean(false)
                && (contact.path("opt_out_category").asString("").equals(OptOut.ALL)
                        || (isTemplate && category.equals("marketing")))) {
            return Optional.of(
                    new Cause(
                            "recipient_opted_out",
                            "The contact opted out of such messages.",
                            null));
        }
        return isTemplate || window.open()
                ? Optional.empty()
                : Optional.of(
                        new Cause(
                                "window_closed",
                                "The last message of the recipient is older than 24 hours; WhatsApp then delivers only"
                                        + " templates.",
                                null));
    }

    /** The limit of the provider that the last attempt has met. */
    private static Optional<Cause> retried(JsonNode attempts) {
        JsonNode last = attempts.path(0);
        String error = last.path("error").asString("");
        return last.path("next_attempt_at")
                .asStringOpt()
                .map(Instant::parse)
                .map(next ->
                        new Cause(
                                LIMITS.getOrDefault(error, "queued"),
                                "The last attempt failed with " + error + ".",
                                next));
    }

    private static Optional<Cause> limited(Instance instance, Place place, Instant now) {
        if (instance.isSandbox()) {
            return Optional.empty();
        }
        Instant turn = SendLimits.turn(place.toContact());
        if (turn.isAfter(now)) {
            return Optional.of(
                    new Cause(
                            "pair_rate",
                            "A recipient gets at most %d messages of a number at once, then one every %d seconds."
                                    .formatted(
                                            SendLimits.PAIR_BURST,
                                            SendLimits.PAIR_BETWEEN.toSeconds()),
                            turn));
        }
        return place.ahead() < SendLimits.PER_SECOND
                ? Optional.empty()
                : Optional.of(
                        new Cause(
                                "instance_rate",
                                "A number sends at most %d messages per second."
                                        .formatted(SendLimits.PER_SECOND),
                                now.plusSeconds(place.ahead() / SendLimits.PER_SECOND)));
    }
}
