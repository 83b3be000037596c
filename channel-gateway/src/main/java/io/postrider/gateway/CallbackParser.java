package io.postrider.gateway;

import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.messages.Receipt;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads calls of WhatsApp. It is total: any text gives a list, and a message of a kind that is not known is one of type
 * {@code unknown} that holds what was sent.
 */
final class CallbackParser {

    private static final Set<String> TYPES =
            Set.of(
                    "text",
                    "image",
                    "video",
                    "audio",
                    "document",
                    "sticker",
                    "location",
                    "contacts",
                    "reaction",
                    "interactive",
                    "button",
                    "edit",
                    "revoke",
                    "order",
                    "system");

    private CallbackParser() {}

    /** One piece of news of a call. */
    sealed interface News {

        /**
         * A status of a message.
         *
         * @param message the id that was given with it; null where it is not known
         */
        record Status(@Nullable String message, String providerId, Receipt receipt)
                implements News {}

        /**
         * A message.
         *
         * @param content the sender and what is said, under the name of the type
         */
        record Inbound(String providerId, String type, Instant at, ObjectNode content)
                implements News {}

        /**
         * A status of a template.
         *
         * @param reason null for no reason
         */
        record TemplateNews(String name, String language, String status, @Nullable String reason)
                implements News {}

        /**
         * A change of a group.
         *
         * @param told the group as the provider describes it
         */
        record GroupNews(String type, JsonNode told) implements News {}

        /**
         * A wish of a person.
         *
         * @param stop whether the person wants no messages, or wants them again
         */
        record Preference(ObjectNode address, boolean stop) implements News {}
    }

    /** Everything that a body tells, in its order. */
    static List<News> parse(JsonNode body) {
        List<News> found = new ArrayList<>();
        for (JsonNode entry : body.path("entry")) {
            for (JsonNode change : entry.path("changes")) {
                JsonNode value = change.path("value");
                for (JsonNode status : value.path("statuses")) {
                    status(status).ifPresent(found::add);
                }
                for (JsonNode message : value.path("messages")) {
                    found.add(inbound(message, sender(message, value)));
                }
                if (text(change, "field").equals("message_template_status_update")) {
                    found.add(template(value));
                }
                for (JsonNode group : value.path("groups")) {
                    found.add(new News.GroupNews(text(group, "type"), group));
                }
                for (JsonNode preference : value.path("user_preferences")) {
                    preference(preference).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** A body; an empty object where it is no JSON. */
    static JsonNode json(String body) {
        try {
            return Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return Json.object();
        }
    }

    private static Optional<News> status(JsonNode status) {
        return MessageStatus.labelled(text(status, "status"))
                .filter(CallbackParser::isReceipt)
                .map(label ->
                        new News.Status(
                                nullable(status, "biz_opaque_callback_data"),
                                text(status, "id"),
                                new Receipt(label, time(status), error(status, label))));
    }

    private static boolean isReceipt(MessageStatus status) {
        return switch (status) {
            case SENT, DELIVERED, READ, PLAYED, FAILED -> true;
            default -> false;
        };
    }

    private static @Nullable MessageError error(JsonNode status, MessageStatus label) {
        return label == MessageStatus.FAILED ? GraphErrors.of(status.path("errors").path(0)) : null;
    }

    /** Who sent a message. The people of a call are listed once each, beside its messages. */
    private static JsonNode sender(JsonNode message, JsonNode value) {
        JsonNode people = value.path("contacts");
        if (people.size() == 1 && value.path("messages").size() == 1) {
            return people.path(0);
        }
        return people.valueStream()
                .filter(person ->
                        isSame(text(person, "wa_id"), text(message, "from"))
                                || isSame(text(person, "user_id"), text(message, "from_user_id")))
                .findFirst()
                .orElseGet(Json::object);
    }

    private static boolean isSame(String id, String other) {
        return !id.isEmpty() && id.equals(other);
    }

    private static News inbound(JsonNode message, JsonNode sender) {
        String given = text(message, "type");
        String type = TYPES.contains(given) && message.has(given) ? given : "unknown";
        ObjectNode content = Json.object();
        ObjectNode from = content.putObject("from");
        put(from, "phone", text(message, "from"), "+");
        put(from, "user_id", text(message, "from_user_id"), "");
        JsonNode profile = sender.path("profile");
        put(from, "name", text(profile, "name"), "");
        put(from, "username", text(profile, "username"), "");
        content.put("sent_at", Json.time(time(message)));
        content.set(type, type.equals("unknown") ? message : message.path(type));
        String group = text(message, "group_id");
        if (!group.isEmpty()) {
            content.putObject("group").put("provider_id", group);
        }
        String answered = text(message.path("context"), "id");
        if (!answered.isEmpty()) {
            content.putObject("context").put("provider_id", answered);
        }
        return new News.Inbound(text(message, "id"), type, time(message), content);
    }

    private static News template(JsonNode value) {
        String reason = text(value, "reason");
        return new News.TemplateNews(
                text(value, "message_template_name"),
                text(value, "message_template_language"),
                text(value, "event"),
                reason.isEmpty() || reason.equals("NONE") ? null : reason);
    }

    private static Optional<News> preference(JsonNode preference) {
        ObjectNode address = Json.object();
        put(address, "phone", text(preference, "wa_id"), "+");
        put(address, "user_id", text(preference, "user_id"), "");
        return switch (text(preference, "value")) {
            case "stop" -> Optional.of(new News.Preference(address, true));
            case "resume" -> Optional.of(new News.Preference(address, false));
            default -> Optional.empty();
        };
    }

    private static void put(ObjectNode node, String name, String value, String prefix) {
        if (!value.isEmpty()) {
            node.put(name, value.startsWith(prefix) ? value : prefix + value);
        }
    }

    /**
     * Seconds as text; a time that is none, or that records cannot hold in milliseconds, is the epoch, so that the same body
     * always gives the same news.
     */
    private static Instant time(JsonNode node) {
        try {
            long seconds = Long.parseLong(text(node, "timestamp"));
            return Instant.ofEpochMilli(Math.multiplyExact(seconds, 1_000L));
        } catch (NumberFormatException | ArithmeticException e) {
            return Instant.EPOCH;
        }
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    private static @Nullable String nullable(JsonNode node, String name) {
        String text = text(node, name);
        return text.isEmpty() ? null : text;
    }
}
