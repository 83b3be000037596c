package io.postrider.messaging.api;

import static java.util.Map.entry;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.messaging.media.MediaReference;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the content of a message: the member of a body with the name of its type. Formats and limits are those of the Cloud
 * API.
 */
final class ContentFields {

    private static final TextRule SHORT = TextRule.line(1, 40);
    private static final TextRule LINE = TextRule.line(1, 1_024);
    private static final TextRule LINK = TextRule.line(1, 2_048);
    private static final TextRule CAPTION = TextRule.lines(1, 1_024);
    private static final TextRule EMOJI = TextRule.line(0, 32);
    private static final TextRule BODY = TextRule.lines(1, 4_096);
    private static final int BODY_UNITS_MAX = 4_096;
    private static final int CONTACTS_MAX = 10;
    private static final Map<String, Function<BodyReader, ObjectNode>> OTHERS =
            Map.ofEntries(
                    entry("text", ContentFields::text),
                    entry("location", ContentFields::location),
                    entry("reaction", ContentFields::reaction),
                    entry("interactive", InteractiveFields::interactive),
                    entry("template", TemplateFields::template));

    private ContentFields() {}

    /** The names of the types, sorted. */
    static Set<String> types() {
        Set<String> all = new TreeSet<>(OTHERS.keySet());
        all.addAll(MediaReference.TYPES);
        all.add("contacts");
        return all;
    }

    /**
     * The members of a message that its type asks for: one with the name of the type.
     *
     * @param type as it was given; an unknown one is noted as a fault
     */
    static ObjectNode read(BodyReader fields, String type) {
        ObjectNode content = Json.object();
        for (String other : types()) {
            if (!other.equals(type) && fields.has(other)) {
                fault(fields, "/" + other, "other_type", "The type of the message is another one.");
            }
        }
        if (type.equals("contacts")) {
            requireEntries(fields, type);
            objects(fields, content, type, CONTACTS_MAX, ContactCardFields::contact);
        } else if (MediaReference.TYPES.contains(type)) {
            fields.require(type);
            object(fields, content, type, media -> media(media, type));
        } else if (OTHERS.containsKey(type)) {
            fields.require(type);
            object(fields, content, type, OTHERS.get(type));
        } else if (!type.isEmpty()) {
            fault(fields, "/type", "unsupported_type", "Expected one of " + types() + ".");
        }
        return content;
    }

    /** The length is counted in UTF-16 units, as the Cloud API counts it. */
    private static ObjectNode text(BodyReader text) {
        String body = text.requiredText("body", BODY);
        if (body.length() > BODY_UNITS_MAX) {
            fault(
                    text,
                    "/body",
                    "invalid_length",
                    "Expected 1 to 4096 characters (UTF-16 code units).");
        }
        ObjectNode content = Json.object().put("body", body);
        text.flag("preview_url").ifPresent(preview -> content.put("preview_url", preview));
        return content;
    }

    /** A file by its address, or by its id at the provider. */
    static ObjectNode media(BodyReader media, String type) {
        ObjectNode content = Json.object();
        texts(media, content, LINK, "id", "link");
        if (content.has("id") == content.has("link")) {
            fault(media, "/link", "required", "Expected either link or id.");
        }
        if (content.has("link") && !content.path("link").asString("").matches("https?://.+")) {
            fault(media, "/link", "invalid_url", "Expected a URL that begins with https://.");
        }
        if (!type.equals("audio") && !type.equals("sticker")) {
            texts(media, content, CAPTION, "caption");
        }
        if (type.equals("document")) {
            texts(media, content, LINE, "filename");
        }
        if (type.equals("audio")) {
            media.flag("voice").ifPresent(voice -> content.put("voice", voice));
        }
        return content;
    }

    private static ObjectNode location(BodyReader location) {
        ObjectNode content = Json.object();
        location.require("latitude");
        location.require("longitude");
        location.decimal("latitude", -90, 90).ifPresent(value -> content.put("latitude", value));
        location.decimal("longitude", -180, 180)
                .ifPresent(value -> content.put("longitude", value));
        texts(location, content, LINE, "name", "address");
        return content;
    }

    private static ObjectNode reaction(BodyReader reaction) {
        String id = reaction.requiredText("message_id", SHORT);
        if (!id.isEmpty() && !Id.isA(IdKind.MSG, id)) {
            fault(
                    reaction,
                    "/message_id",
                    "wrong_id_type",
                    "Expected an ID that begins with msg_.");
        }
        String emoji = reaction.text("emoji", EMOJI).orElse("");
        return Json.object().put("message_id", id).put("emoji", emoji);
    }

    /** Copies texts that may be left out. */
    static void texts(BodyReader from, ObjectNode to, TextRule rule, String... names) {
        for (String name : names) {
            from.text(name, rule).ifPresent(text -> to.put(name, text));
        }
    }

    /** Notes a list that is missing or empty. */
    static void requireEntries(BodyReader fields, String name) {
        fields.require(name);
        if (fields.isEmptyList(name)) {
            fault(fields, "/" + name, "required", "Expected at least one entry.");
        }
    }

    /** Copies an object that may be left out. */
    static void object(
            BodyReader from, ObjectNode to, String name, Function<BodyReader, ObjectNode> read) {
        from.object(name, read).ifPresent(found -> to.set(name, found));
    }

    /** Copies objects, each read in the same way; an empty list is left out. */
    static void objects(
            BodyReader from,
            ObjectNode to,
            String name,
            int countMax,
            Function<BodyReader, ObjectNode> read) {
        List<ObjectNode> found = from.objects(name, countMax, read);
        if (!found.isEmpty()) {
            to.putArray(name).addAll(found);
        }
    }

    static void fault(BodyReader fields, String pointer, String code, String detail) {
        fields.fault(new FieldError(pointer, code, detail));
    }
}
