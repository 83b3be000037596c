package io.postrider.api.messaging;

import io.postrider.api.messaging.ServiceWindow.Window;
import io.postrider.domain.instances.Instance;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says why a message waits, or what ended it. */
final class MessageExplanation {

    private MessageExplanation() {}

    private record Cause(String reason, String detail, @Nullable Instant next) {}

    /**
     * The explanation of a message.
     *
     * @param message as the API shows it
     * @param instance empty if it was deleted
     * @param attempts to send it, the newest first
     */
    static ObjectNode of(
            JsonNode message,
            Optional<Instance> instance,
            Window window,
            JsonNode attempts,
            Instant now) {
        Cause cause = cause(message, instance, attempts, now);
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
            JsonNode message, Optional<Instance> instance, JsonNode attempts, Instant now) {
        String status = message.path("status").asString("");
        return switch (status) {
            case "accepted" -> waiting(message, instance, attempts, now);
            case "failed" ->
                    new Cause(
                            message.at("/error/code").asString("failed"),
                            message.at("/error/detail").asString(""),
                            null);
            case "outcome_unknown" ->
                    new Cause(
                            status,
                            "The provider was called and did not answer. The message is not sent"
                                    + " again by itself; a receipt may still come.",
                            null);
            case "expired" ->
                    new Cause(status, "The message was not sent before its expires_at.", null);
            case "canceled" ->
                    new Cause(status, "The message was canceled before it was sent.", null);
            case "received" -> new Cause(status, "The message was received.", null);
            default -> new Cause("provider_has_it", "The provider took the message.", null);
        };
    }

    private static Cause waiting(
            JsonNode message, Optional<Instance> instance, JsonNode attempts, Instant now) {
        Optional<Instant> scheduled =
                message.path("schedule_at").asStringOpt().map(Instant::parse).filter(now::isBefore);
        if (scheduled.isPresent()) {
            return new Cause("scheduled", "The message waits for its time.", scheduled.get());
        }
        if (instance.isEmpty()) {
            return new Cause(
                    "instance_deleted", "The instance was deleted: nothing is sent.", null);
        }
        if (!instance.get().state().sends()) {
            return new Cause(
                    "instance_not_connected",
                    "The instance is " + instance.get().state().label() + ".",
                    null);
        }
        return new Cause(
                "queued",
                "The message waits for its turn, or for another attempt after one that failed.",
                attempts.at("/0/next_attempt_at").asStringOpt().map(Instant::parse).orElse(null));
    }
}
