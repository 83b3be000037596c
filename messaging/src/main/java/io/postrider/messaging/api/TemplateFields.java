package io.postrider.messaging.api;

import static io.postrider.messaging.api.ContentFields.fault;
import static io.postrider.messaging.api.ContentFields.object;
import static io.postrider.messaging.api.ContentFields.objects;
import static io.postrider.messaging.api.ContentFields.texts;

import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a message of the type {@code template}: a text that the provider approved before, and the values for its places, in the
 * shapes of the Cloud API.
 */
final class TemplateFields {

    private static final TextRule NAME = TextRule.line(1, 512);
    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule LINE = TextRule.line(1, 200);
    private static final TextRule VALUE = TextRule.lines(1, 1_024);
    private static final int COMPONENTS_MAX = 20;
    private static final int CARDS_MAX = 10;
    private static final int PARAMETERS_MAX = 100;
    private static final int INDEX_MAX = 99;
    private static final Set<String> COMPONENTS =
            Set.of("header", "body", "footer", "button", "carousel", "limited_time_offer");
    private static final Set<String> BUTTONS =
            Set.of(
                    "quick_reply",
                    "url",
                    "phone_number",
                    "copy_code",
                    "flow",
                    "catalog",
                    "mpm",
                    "otp",
                    "voice_call");
    private static final Set<String> PARAMETERS =
            Set.of(
                    "text",
                    "payload",
                    "currency",
                    "date_time",
                    "image",
                    "video",
                    "document",
                    "location",
                    "product",
                    "coupon_code",
                    "action",
                    "limited_time_offer");

    private TemplateFields() {}

    static ObjectNode template(BodyReader template) {
        ObjectNode content = Json.object().put("name", template.requiredText("name", NAME));
        template.require("language");
        object(
                template,
                content,
                "language",
                language -> Json.object().put("code", language.requiredText("code", WORD)));
        objects(template, content, "components", COMPONENTS_MAX, TemplateFields::component);
        return content;
    }

    private static ObjectNode component(BodyReader component) {
        ObjectNode content = part(component);
        objects(
                component,
                content,
                "cards",
                CARDS_MAX,
                card -> {
                    ObjectNode found = Json.object();
                    card.require("card_index");
                    card.number("card_index", 0, CARDS_MAX - 1L)
                            .ifPresent(index -> found.put("card_index", index));
                    objects(card, found, "components", COMPONENTS_MAX, TemplateFields::part);
                    return found;
                });
        return content;
    }

    /** A component of a template, or of a card. */
    private static ObjectNode part(BodyReader component) {
        ObjectNode content = Json.object();
        choice(component, content, "type", COMPONENTS);
        if (component.has("sub_type") || content.path("type").asString("").equals("button")) {
            choice(component, content, "sub_type", BUTTONS);
        }
        component.json("index").ifPresent(index -> index(component, content, index));
        objects(component, content, "parameters", PARAMETERS_MAX, TemplateFields::parameter);
        return content;
    }

    /** The place of a button, which the Cloud API takes as a text and its description as a number. */
    private static void index(BodyReader component, ObjectNode content, JsonNode index) {
        String text = index.isString() || index.isIntegralNumber() ? index.asString("") : "";
        if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) > INDEX_MAX) {
            fault(component, "/index", "invalid_value", "Expected a number from 0 to 99.");
        }
        content.put("index", text);
    }

    private static void choice(
            BodyReader fields, ObjectNode content, String name, Set<String> all) {
        String given = fields.requiredText(name, WORD);
        String word = given.toLowerCase(Locale.ROOT);
        if (!given.isEmpty() && !all.contains(word)) {
            fault(
                    fields,
                    "/" + name,
                    "invalid_value",
                    "Expected one of " + all.stream().sorted().toList() + ".");
        }
        content.put(name, word);
    }

    private static ObjectNode parameter(BodyReader parameter) {
        ObjectNode content = Json.object();
        choice(parameter, content, "type", PARAMETERS);
        texts(parameter, content, LINE, "parameter_name", "coupon_code");
        texts(parameter, content, VALUE, "text", "payload");
        for (String type : List.of("image", "video", "document")) {
            object(parameter, content, type, media -> ContentFields.media(media, type));
        }
        object(parameter, content, "currency", TemplateFields::currency);
        object(parameter, content, "date_time", TemplateFields::time);
        object(parameter, content, "location", TemplateFields::location);
        object(
                parameter,
                content,
                "product",
                product -> line(product, "product_retailer_id", "catalog_id"));
        object(parameter, content, "limited_time_offer", TemplateFields::offer);
        parameter
                .json("action")
                .ifPresent(action -> {
                    if (!action.isObject()) {
                        fault(parameter, "/action", "wrong_type", "Expected an object.");
                    }
                    content.set("action", action);
                });
        String type = content.path("type").asString("");
        if (PARAMETERS.contains(type) && !content.has(type)) {
            fault(parameter, "/" + type, "required", type + " is required.");
        }
        return content;
    }

    private static ObjectNode currency(BodyReader currency) {
        ObjectNode content = line(currency, "fallback_value", "code");
        currency.require("amount_1000");
        currency.number("amount_1000", Long.MIN_VALUE, Long.MAX_VALUE)
                .ifPresent(amount -> content.put("amount_1000", amount));
        return content;
    }

    private static ObjectNode time(BodyReader time) {
        ObjectNode content = line(time, "fallback_value");
        for (String part :
                List.of(
                        "day_of_week",
                        "year",
                        "month",
                        "day_of_month",
                        "hour",
                        "minute",
                        "calendar",
                        "timestamp",
                        "component")) {
            time.json(part).ifPresent(value -> content.set(part, value));
        }
        return content;
    }

    /** The Cloud API takes numbers, and texts of numbers. */
    private static ObjectNode location(BodyReader location) {
        ObjectNode content = Json.object();
        for (String name : List.of("latitude", "longitude")) {
            location.require(name);
            location.json(name)
                    .ifPresent(value -> {
                        if (!value.isNumber()
                                && !value.asString("").matches("-?[0-9]{1,3}([.][0-9]{1,20})?")) {
                            fault(location, "/" + name, "wrong_type", "Expected a number.");
                        }
                        content.set(name, value);
                    });
        }
        texts(location, content, VALUE, "name", "address");
        return content;
    }

    private static ObjectNode offer(BodyReader offer) {
        ObjectNode content = Json.object();
        offer.require("expiration_time_ms");
        offer.number("expiration_time_ms", 0, Long.MAX_VALUE)
                .ifPresent(time -> content.put("expiration_time_ms", time));
        return content;
    }

    private static ObjectNode line(BodyReader fields, String... names) {
        ObjectNode content = Json.object();
        for (String name : names) {
            content.put(name, fields.requiredText(name, LINE));
        }
        return content;
    }
}
