package io.postrider.messaging.api;

import static io.postrider.messaging.api.ContentFields.fault;
import static io.postrider.messaging.api.ContentFields.object;
import static io.postrider.messaging.api.ContentFields.objects;
import static io.postrider.messaging.api.ContentFields.requireEntries;
import static io.postrider.messaging.api.ContentFields.texts;

import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a message of the type {@code interactive}: reply buttons, a list, a button with an address, or a location request. */
final class InteractiveFields {

    private static final TextRule KIND = TextRule.line(1, 40);
    private static final TextRule TEXT = TextRule.lines(1, 1_024);
    private static final TextRule NOTE = TextRule.line(1, 60);
    private static final TextRule LABEL = TextRule.line(1, 20);
    private static final TextRule TITLE = TextRule.line(1, 24);
    private static final TextRule DESCRIPTION = TextRule.line(1, 72);
    private static final TextRule BUTTON_ID = TextRule.line(1, 256);
    private static final TextRule ROW_ID = TextRule.line(1, 200);
    private static final TextRule LINK = TextRule.line(1, 2_048);
    private static final int BUTTONS_MAX = 3;
    private static final int ROWS_MAX = 10;

    private static final List<String> FILES = List.of("image", "video", "document");

    private InteractiveFields() {}

    static ObjectNode interactive(BodyReader fields) {
        String type = fields.requiredText("type", KIND);
        ObjectNode content = Json.object().put("type", type);
        object(fields, content, "header", header -> header(header, type));
        fields.require("body");
        object(fields, content, "body", body -> text(body, TEXT));
        object(fields, content, "footer", footer -> text(footer, NOTE));
        fields.require("action");
        object(fields, content, "action", action -> action(fields, action, type));
        return content;
    }

    /** A list has a text as its header; the others may have a file. */
    private static ObjectNode header(BodyReader header, String kind) {
        String type = header.text("type", KIND).orElse("text");
        boolean isFile = FILES.contains(type) && !kind.equals("list");
        if (!type.equals("text") && !isFile) {
            fault(
                    header,
                    "/type",
                    "invalid_value",
                    kind.equals("list")
                            ? "Expected text as the header of a list."
                            : "Expected text, image, video or document.");
        }
        ObjectNode content = isFile ? Json.object() : text(header, NOTE);
        if (isFile) {
            object(header, content, type, media -> ContentFields.media(media, type));
            header.require(type);
        }
        return content.put("type", type);
    }

    private static ObjectNode text(BodyReader fields, TextRule rule) {
        return Json.object().put("text", fields.requiredText("text", rule));
    }

    private static ObjectNode action(BodyReader fields, BodyReader action, String type) {
        return switch (type) {
            case "button" -> buttons(action);
            case "list" -> list(action);
            case "cta_url" -> address(action);
            case "location_request_message" -> locationRequest(action);
            default -> {
                fault(
                        fields,
                        "/type",
                        "invalid_value",
                        "Expected button, list, cta_url or location_request_message.");
                yield Json.object();
            }
        };
    }

    private static ObjectNode buttons(BodyReader action) {
        ObjectNode content = Json.object();
        requireEntries(action, "buttons");
        objects(action, content, "buttons", BUTTONS_MAX, InteractiveFields::button);
        unique(action, content.path("buttons"), "/buttons", "/reply/id");
        return content;
    }

    private static ObjectNode button(BodyReader button) {
        ObjectNode content = Json.object().put("type", button.text("type", KIND).orElse("reply"));
        button.require("reply");
        object(button, content, "reply", InteractiveFields::reply);
        return content;
    }

    private static ObjectNode reply(BodyReader reply) {
        return Json.object()
                .put("id", reply.requiredText("id", BUTTON_ID))
                .put("title", reply.requiredText("title", LABEL));
    }

    private static ObjectNode list(BodyReader action) {
        ObjectNode content = Json.object().put("button", action.requiredText("button", LABEL));
        requireEntries(action, "sections");
        objects(action, content, "sections", ROWS_MAX, InteractiveFields::section);
        int rows = 0;
        for (JsonNode section : content.path("sections")) {
            rows += section.path("rows").size();
        }
        if (rows > ROWS_MAX) {
            fault(action, "/sections", "too_many", "Expected at most 10 rows in all sections.");
        }
        return content;
    }

    private static ObjectNode section(BodyReader section) {
        ObjectNode content = Json.object();
        texts(section, content, TITLE, "title");
        requireEntries(section, "rows");
        objects(section, content, "rows", ROWS_MAX, InteractiveFields::row);
        unique(section, content.path("rows"), "/rows", "/id");
        return content;
    }

    private static ObjectNode row(BodyReader row) {
        ObjectNode content =
                Json.object()
                        .put("id", row.requiredText("id", ROW_ID))
                        .put("title", row.requiredText("title", TITLE));
        texts(row, content, DESCRIPTION, "description");
        return content;
    }

    private static ObjectNode address(BodyReader action) {
        ObjectNode content = Json.object().put("name", named(action, "cta_url"));
        action.require("parameters");
        object(
                action,
                content,
                "parameters",
                given ->
                        Json.object()
                                .put("display_text", given.requiredText("display_text", LABEL))
                                .put("url", given.requiredText("url", LINK)));
        return content;
    }

    private static ObjectNode locationRequest(BodyReader action) {
        return Json.object().put("name", named(action, "send_location"));
    }

    private static String named(BodyReader action, String expected) {
        String name = action.text("name", KIND).orElse(expected);
        if (!name.equals(expected)) {
            fault(action, "/name", "invalid_value", "Expected " + expected + ".");
        }
        return name;
    }

    private static void unique(BodyReader fields, JsonNode entries, String pointer, String id) {
        Set<String> seen = new HashSet<>();
        for (JsonNode entry : entries) {
            if (!seen.add(entry.at(id).asString(""))) {
                fault(fields, pointer, "duplicate", "Another entry has this ID.");
                return;
            }
        }
    }
}
