package io.postrider.api.messaging;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads a message from a body. */
final class MessageFields {

    private static final TextRule ID = TextRule.line(1, 40);
    private static final TextRule TYPE = TextRule.line(1, 40);
    private static final TextRule PHONE = TextRule.line(1, 40);
    private static final TextRule BODY = TextRule.lines(1, 4_096);
    private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
    private static final int BODY_UNITS_MAX = 4_096;
    private static final Duration AHEAD_MAX = Duration.ofDays(366);

    private MessageFields() {}

    /**
     * The body of a message.
     *
     * @param phone in E.164
     * @param content what is said, as JSON under the name of the type
     */
    record NewMessage(
            String instanceId,
            String phone,
            String type,
            ObjectNode content,
            @Nullable String replyTo,
            @Nullable Instant scheduleAt,
            @Nullable Instant expiresAt,
            Map<String, String> metadata) {}

    static Checked<NewMessage> send(Fields fields, Instant now) {
        String instance = id(fields, "instance_id", IdKind.INST);
        fields.require("to");
        String phone = fields.object("to", MessageFields::phone).orElse("");
        String type = fields.requiredText("type", TYPE);
        ObjectNode content = content(fields, type);
        String replyTo = fields.has("reply_to") ? id(fields, "reply_to", IdKind.MSG) : null;
        Instant scheduleAt = time(fields, "schedule_at", now);
        Instant expiresAt = time(fields, "expires_at", now);
        Map<String, String> metadata = fields.metadata();
        return fields.checked(() ->
                new NewMessage(
                        instance, phone, type, content, replyTo, scheduleAt, expiresAt, metadata));
    }

    private static String phone(Fields to) {
        String phone = to.requiredText("phone", PHONE).replaceAll("[ ().-]", "");
        if (!phone.isEmpty() && !E164.matcher(phone).matches()) {
            to.fault(
                    new FieldError(
                            "/phone",
                            "invalid_phone",
                            "Expected an international number with +, for example +12025550100."));
        }
        return phone;
    }

    private static ObjectNode content(Fields fields, String type) {
        ObjectNode text = fields.object("text", MessageFields::text).orElseGet(Json::object);
        if (type.equals("text")) {
            fields.require("text");
        } else if (!type.isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/type", "unsupported_type", "The instance cannot send this type."));
        }
        return text;
    }

    /** The length is counted in UTF-16 units, as the Cloud API counts it. */
    private static ObjectNode text(Fields text) {
        String body = text.requiredText("body", BODY);
        if (body.length() > BODY_UNITS_MAX) {
            text.fault(
                    new FieldError(
                            "/body", "invalid_length", "Expected 1 to 4096 UTF-16 code units."));
        }
        ObjectNode content = Json.object().put("body", body);
        text.flag("preview_url").ifPresent(preview -> content.put("preview_url", preview));
        return content;
    }

    private static @Nullable Instant time(Fields fields, String name, Instant now) {
        Instant at = fields.time(name).orElse(null);
        if (at != null && at.isAfter(now.plus(AHEAD_MAX))) {
            fields.fault(
                    new FieldError(
                            "/" + name, "out_of_range", "At most a year ahead is possible."));
        }
        return at;
    }

    private static String id(Fields fields, String name, IdKind kind) {
        String id = fields.requiredText(name, ID);
        if (!id.isEmpty() && !Id.isA(kind, id)) {
            fields.fault(
                    new FieldError(
                            "/" + name,
                            "wrong_id_type",
                            "Expected an id that begins with " + kind.label() + "_."));
        }
        return id;
    }
}
