package io.postrider.messaging.gateway;

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

    /** The changes that are read whole. */
    private static final Set<String> FIELDS =
            Set.of(
                    "messages",
                    "message_template_status_update",
                    "user_preferences",
                    "group_lifecycle_update",
                    "group_participants_update");

    /** The types of messages by which a person tells of another number, or of another id at WhatsApp. */
    private static final Set<String> CHANGES =
            Set.of("user_changed_number", "customer_changed_number", "user_changed_user_id");

    private static final int FIELD_LENGTH_MAX = 100;

    /** Of a call; WhatsApp puts a thousand changes into one at most. */
    private static final int NEWS_MAX = 10_000;

    private static final int BILLING_LENGTH_MAX = 4_096;
    private static final List<String> LISTS =
            List.of("statuses", "messages", "groups", "user_preferences");

    private CallbackParser() {}

    /** One piece of news of a call. */
    sealed interface News {

        /**
         * A status of a message.
         *
         * @param message the id that was given with it; null where it is not known
         * @param told the status as the provider has it
         */
        record Status(@Nullable String message, String providerId, Receipt receipt, JsonNode told)
                implements News {}

        /**
         * A notice without a type of its own.
         *
         * @param field name of the notice at the provider
         * @param account the id of the business account
         */
        record Notice(String field, JsonNode value, String account) implements News {}

        /**
         * A message.
         *
         * @param content the sender and what is said, under the name of the type
         */
        record Inbound(String providerId, String type, Instant at, ObjectNode content)
                implements News {

            /** The whole message, with its id and type. */
            ObjectNode told() {
                return content.deepCopy().put("id", providerId).put("type", type);
            }
        }

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
         * @param stop whether the person wants no marketing, or wants it again
         */
        record Preference(ObjectNode address, boolean stop) implements News {}
    }

    /**
     * Everything that a body tells, in its order.
     *
     * @throws IllegalArgumentException if there is more than a provider puts into a call, and than the heap takes as commands
     */
    static List<News> parse(JsonNode body) {
        requireFew(body);
        List<News> found = new ArrayList<>();
        for (JsonNode entry : body.path("entry")) {
            for (JsonNode change : entry.path("changes")) {
                JsonNode value = change.path("value");
                String account = text(entry, "id");
                for (JsonNode status : value.path("statuses")) {
                    found.add(status(status, account));
                }
                for (JsonNode message : value.path("messages")) {
                    found.add(
                            text(message, "id").isEmpty()
                                    ? new News.Notice("messages", message, account)
                                    : inbound(message, sender(message, value)));
                }
                String field = text(change, "field");
                if (field.equals("message_template_status_update")) {
                    found.add(template(value));
                }
                if (!field.isEmpty() && !FIELDS.contains(field)) {
                    String name = field.substring(0, Math.min(field.length(), FIELD_LENGTH_MAX));
                    found.add(new News.Notice(name, value, account));
                } else if (!value.path("errors").isEmpty()) {
                    found.add(new News.Notice("errors", value.path("errors"), account));
                }
                for (JsonNode group : value.path("groups")) {
                    found.add(new News.GroupNews(text(group, "type"), group));
                }
                for (JsonNode preference : value.path("user_preferences")) {
                    found.add(preference(preference, account));
                }
            }
        }
        return found;
    }

    private static void requireFew(JsonNode body) {
        long news = 0;
        for (JsonNode entry : body.path("entry")) {
            for (JsonNode change : entry.path("changes")) {
                news++;
                for (String list : LISTS) {
                    news += change.path("value").path(list).size();
                }
            }
        }
        if (news > NEWS_MAX) {
            throw new IllegalArgumentException(
                    "a call of %d parts (expected: at most %d)".formatted(news, NEWS_MAX));
        }
    }

    /** A body; an empty object where it is no JSON. */
    static JsonNode json(String body) {
        try {
            return Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return Json.object();
        }
    }

    private static News status(JsonNode status, String account) {
        return receipt(status)
                .<News>map(receipt ->
                        new News.Status(
                                nullable(status, "biz_opaque_callback_data"),
                                text(status, "id"),
                                receipt,
                                status))
                .orElseGet(() -> new News.Notice("statuses", status, account));
    }

    /** The receipt that a status is; empty if it is of no known kind. */
    static Optional<Receipt> receipt(JsonNode status) {
        return MessageStatus.labelled(text(status, "status"))
                .filter(CallbackParser::isReceipt)
                .map(label ->
                        new Receipt(label, time(status), error(status, label), billing(status)));
    }

    private static @Nullable String billing(JsonNode status) {
        ObjectNode billing = Json.object();
        copy(status, billing, "pricing", "conversation");
        String text = billing.toString();
        return billing.isEmpty() || text.length() > BILLING_LENGTH_MAX ? null : text;
    }

    /** Copies the members of these names that are objects. */
    private static void copy(JsonNode from, ObjectNode to, String... names) {
        for (String name : names) {
            if (from.path(name).isObject()) {
                to.set(name, from.path(name));
            }
        }
    }

    /**
     * The content of a message after an edit.
     *
     * @param edit edit with the present {@code message}
     * @return what is said, under the name of the type; empty if it is of no known type
     */
    static Optional<ObjectNode> edited(JsonNode edit) {
        String type = text(edit.path("message"), "type");
        return Optional.of(edit.at("/message/" + type))
                .filter(said -> TYPES.contains(type) && said.isObject())
                .map(said -> {
                    ObjectNode content = Json.object();
                    content.set(type, said);
                    return content;
                });
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

    /** The sender of a message. A callback lists each person once, beside its messages. */
    private static JsonNode sender(JsonNode message, JsonNode value) {
        JsonNode people = value.path("contacts");
        JsonNode only = people.path(0);
        if (people.size() == 1 && !only.has("wa_id") && !only.has("user_id")) {
            return value.path("messages").size() == 1 ? only : Json.object();
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
        copy(message, content, "referral");
        ObjectNode context = context(message.path("context"));
        if (!context.isEmpty()) {
            content.set("context", context);
        }
        return new News.Inbound(text(message, "id"), type, time(message), content);
    }

    /** The message that is answered, whether it was forwarded, and the product that it is about. */
    private static ObjectNode context(JsonNode told) {
        ObjectNode context = Json.object();
        put(context, "provider_id", text(told, "id"), "");
        for (String flag : List.of("forwarded", "frequently_forwarded")) {
            if (told.path(flag).asBoolean(false)) {
                context.put(flag, true);
            }
        }
        copy(told, context, "referred_product");
        return context;
    }

    /** The new number or id of a person, and the id before; empty for any other system message. */
    static List<JsonNode> changed(News.Inbound inbound) {
        JsonNode told = inbound.content().path("system");
        if (!CHANGES.contains(text(told, "type"))) {
            return List.of();
        }
        ObjectNode now = Json.object();
        String phone = text(told, "wa_id");
        put(now, "phone", phone.isEmpty() ? text(told, "new_wa_id") : phone, "+");
        put(now, "user_id", text(told, "user_id"), "");
        ObjectNode before = Json.object();
        put(before, "user_id", text(told, "previous_user_id"), "");
        return List.of(now, before);
    }

    private static News template(JsonNode value) {
        String reason = text(value, "reason");
        return new News.TemplateNews(
                text(value, "message_template_name"),
                text(value, "message_template_language"),
                text(value, "event"),
                reason.isEmpty() || reason.equals("NONE") ? null : reason);
    }

    private static News preference(JsonNode preference, String account) {
        ObjectNode address = Json.object();
        put(address, "phone", text(preference, "wa_id"), "+");
        put(address, "user_id", text(preference, "user_id"), "");
        String category = text(preference, "category");
        boolean isMarketing = category.isEmpty() || category.equals("marketing_messages");
        return switch (isMarketing ? text(preference, "value") : category) {
            case "stop" -> new News.Preference(address, true);
            case "resume" -> new News.Preference(address, false);
            default -> new News.Notice("user_preferences", preference, account);
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
