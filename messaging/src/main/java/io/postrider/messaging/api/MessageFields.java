package io.postrider.messaging.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.contacts.PhoneNumber;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a message from a body. */
final class MessageFields {

    private static final TextRule ID = TextRule.line(1, 40);
    private static final TextRule TYPE = TextRule.line(1, 40);
    private static final TextRule PHONE = TextRule.line(1, 40);
    private static final TextRule ID_OF_USER = TextRule.line(1, 200);
    static final Pattern BSUID = Pattern.compile("[A-Z]{2}\\.[A-Za-z0-9.]{1,160}");
    private static final Duration AHEAD_MAX = Duration.ofDays(366);

    /** It is sealed, which makes it longer, and shares its event with metadata. */
    private static final int CONTENT_BYTES_MAX = 96 << 10;

    private MessageFields() {}

    /**
     * The body of a message.
     *
     * @param to the address of the recipient
     * @param contactId the contact with that address; null until it is known
     * @param content content as JSON, with a member that has the name of the type
     * @param shortenLinks whether addresses in the text are replaced by short links
     */
    record NewMessage(
            String instanceId,
            ObjectNode to,
            @Nullable String contactId,
            String type,
            ObjectNode content,
            @Nullable String replyTo,
            @Nullable Instant scheduleAt,
            @Nullable Instant expiresAt,
            boolean shortenLinks,
            Map<String, String> metadata) {

        /** The same message with one more member of its content. */
        NewMessage with(String name, JsonNode member) {
            ObjectNode more = content.deepCopy();
            more.set(name, member);
            return new NewMessage(
                    instanceId,
                    to,
                    contactId,
                    type,
                    more,
                    replyTo,
                    scheduleAt,
                    expiresAt,
                    shortenLinks,
                    metadata);
        }

        /** The same message to an address. */
        NewMessage to(ObjectNode address, @Nullable String contact) {
            return new NewMessage(
                    instanceId,
                    address,
                    contact,
                    type,
                    content,
                    replyTo,
                    scheduleAt,
                    expiresAt,
                    shortenLinks,
                    metadata);
        }
    }

    static Validated<NewMessage> send(BodyReader fields, Instant now) {
        String instance = id(fields, "instance_id", IdKind.INST);
        fields.require("to");
        ObjectNode to = fields.object("to", MessageFields::recipient).orElseGet(Json::object);
        String type = fields.requiredText("type", TYPE);
        ObjectNode content = ContentFields.read(fields, type);
        if (content.toString().getBytes(UTF_8).length > CONTENT_BYTES_MAX) {
            ContentFields.fault(
                    fields, "/" + type, "too_long", "Expected content of at most 96 KiB.");
        }
        String replyTo = fields.has("reply_to") ? id(fields, "reply_to", IdKind.MSG) : null;
        Instant scheduleAt = time(fields, "schedule_at", now);
        Instant expiresAt = time(fields, "expires_at", now);
        boolean shortenLinks = fields.flag("shorten_links").orElse(false);
        Map<String, String> metadata = fields.metadata();
        return fields.checked(() ->
                new NewMessage(
                        instance,
                        to,
                        null,
                        type,
                        content,
                        replyTo,
                        scheduleAt,
                        expiresAt,
                        shortenLinks,
                        metadata));
    }

    private static ObjectNode recipient(BodyReader to) {
        if (!to.has("contact_id") && !to.has("group_id")) {
            return address(to);
        }
        String name = to.has("contact_id") ? "contact_id" : "group_id";
        String id = id(to, name, name.equals("contact_id") ? IdKind.CTC : IdKind.GRP);
        for (String other : List.of("phone", "user_id", "group_id")) {
            if (!other.equals(name) && to.has(other)) {
                ContentFields.fault(
                        to, "/" + other, "other_recipient", "Expected exactly one recipient.");
            }
        }
        return Json.object().put(name, id);
    }

    /** The address of a recipient or a sender: a number, or the id of a person who shows none. */
    static ObjectNode address(BodyReader party) {
        ObjectNode address = Json.object();
        party.text("user_id", ID_OF_USER).ifPresent(id -> address.put("user_id", id));
        if (party.has("phone") || !address.has("user_id")) {
            address.put("phone", phone(party));
        }
        if (address.path("user_id")
                .asStringOpt()
                .filter(id -> !BSUID.matcher(id).matches())
                .isPresent()) {
            ContentFields.fault(
                    party,
                    "/user_id",
                    "invalid_user_id",
                    "Expected an ID such as US.13491208655302741918.");
        }
        return address;
    }

    private static String phone(BodyReader to) {
        String text = to.requiredText("phone", PHONE);
        Optional<String> phone = PhoneNumber.parse(text);
        if (!text.isEmpty() && phone.isEmpty()) {
            ContentFields.fault(
                    to,
                    "/phone",
                    "invalid_phone",
                    "Expected an international number with +, for example +12025550100.");
        }
        return phone.orElse(text);
    }

    private static @Nullable Instant time(BodyReader fields, String name, Instant now) {
        Instant at = fields.time(name).orElse(null);
        if (at != null && at.isAfter(now.plus(AHEAD_MAX))) {
            fields.fault(
                    new FieldError(
                            "/" + name, "out_of_range", "Expected a time within the next year."));
        }
        return at;
    }

    static String id(BodyReader fields, String name, IdKind kind) {
        String id = fields.requiredText(name, ID);
        if (!id.isEmpty() && !Id.isA(kind, id)) {
            fields.fault(
                    new FieldError(
                            "/" + name,
                            "wrong_id_type",
                            "Expected an ID that begins with " + kind.label() + "_."));
        }
        return id;
    }
}
