package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Holds the values of a message against the template that it names, as the provider would. */
final class TemplateCheck {

    private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([A-Za-z0-9_]+)\\s*}}");
    private static final Set<String> OF_TEXT = Set.of("text", "currency", "date_time");

    /** The members of a button, by its type in a template. */
    private static final Map<String, Button> BUTTONS =
            Map.of(
                    "QUICK_REPLY", new Button("quick_reply", "payload", false),
                    "URL", new Button("url", "text", false),
                    "OTP", new Button("url", "text", true),
                    "COPY_CODE", new Button("copy_code", "coupon_code", true),
                    "FLOW", new Button("flow", "action", false),
                    "CATALOG", new Button("catalog", "action", false),
                    "MPM", new Button("mpm", "action", true));

    private final boolean isAuthentication;
    private final List<FieldError> errors = new ArrayList<>();

    private TemplateCheck(boolean isAuthentication) {
        this.isAuthentication = isAuthentication;
    }

    /**
     * A type of button.
     *
     * @param subType in a message
     * @param parameter that it takes
     * @param required whether a message must have it
     */
    private record Button(String subType, String parameter, boolean required) {}

    /**
     * A component of a message.
     *
     * @param pointer of its place, or of the list where it is missing
     */
    private record Sent(String pointer, JsonNode component) {

        JsonNode parameters() {
            return component.path("parameters");
        }

        String at(String member) {
            return component.isMissingNode() ? pointer : pointer + "/" + member;
        }
    }

    /**
     * The errors of a message.
     *
     * @param sent the member {@code template} of the message
     * @param stored the template as the API shows it
     */
    static List<FieldError> errors(JsonNode sent, JsonNode stored) {
        TemplateCheck check =
                new TemplateCheck(stored.path("category").asString("").equals("authentication"));
        check.components(
                "/template/components", sent.path("components"), stored.path("components"));
        return check.errors;
    }

    private void components(String pointer, JsonNode sent, JsonNode stored) {
        Set<String> taken = new TreeSet<>();
        for (JsonNode part : stored) {
            String type = text(part, "type").toLowerCase(Locale.ROOT);
            String name = type.equals("buttons") ? "button" : type;
            taken.add(name);
            Sent found = find(pointer, sent, name);
            switch (name) {
                case "header" -> header(found, part);
                case "body" -> values(found, bodyText(part), "body");
                case "button" -> buttons(pointer, sent, part.path("buttons"));
                case "carousel" -> cards(found, part.path("cards"));
                case "limited_time_offer" -> offer(found, part);
                default -> none(found, name);
            }
        }
        Set<String> given = new TreeSet<>();
        for (int i = 0; i < sent.size(); i++) {
            String type = text(sent.get(i), "type");
            String place = pointer + "/" + i + "/type";
            if (!taken.contains(type)) {
                add(place, "unknown_component", "The template has no component " + type + ".");
            } else if (!given.add(type) && !type.equals("button")) {
                add(place, "duplicate_component", "Expected the component " + type + " once.");
            }
        }
    }

    private static Sent find(String pointer, JsonNode sent, String type) {
        for (int i = 0; i < sent.size(); i++) {
            if (text(sent.get(i), "type").equals(type)) {
                return new Sent(pointer + "/" + i, sent.get(i));
            }
        }
        return new Sent(pointer, MissingNode.getInstance());
    }

    /** The provider writes the text of a one-time code itself. */
    private String bodyText(JsonNode part) {
        return text(part, "text").isEmpty() && isAuthentication ? "{{1}}" : text(part, "text");
    }

    private void header(Sent sent, JsonNode part) {
        String format = text(part, "format").toLowerCase(Locale.ROOT);
        if (format.isEmpty() || format.equals("text")) {
            values(sent, text(part, "text"), "header");
        } else {
            only(
                    sent,
                    format,
                    "missing_header",
                    "The header of the template requires one parameter of type ");
        }
    }

    /** One parameter of a type. */
    private void only(Sent sent, String type, String missing, String detail) {
        if (sent.parameters().size() != 1) {
            add(sent.at("parameters"), missing, detail + type + ".");
        } else {
            typed(sent, 0, Set.of(type));
        }
    }

    private void typed(Sent sent, int place, Set<String> types) {
        if (!types.contains(text(sent.parameters().get(place), "type"))) {
            add(
                    sent.pointer() + "/parameters/" + place + "/type",
                    "wrong_parameter_type",
                    "Expected one of " + new TreeSet<>(types) + ".");
        }
    }

    private void values(Sent sent, String text, String what) {
        List<String> variables = variables(text);
        JsonNode given = sent.parameters();
        if (given.size() != variables.size()) {
            add(
                    sent.at("parameters"),
                    "wrong_number_of_variables",
                    "Expected %2$d parameters for the variables %3$s of the %1$s; got %4$d."
                            .formatted(what, variables.size(), variables, given.size()));
            return;
        }
        boolean named = variables.stream().anyMatch(name -> !name.matches("[0-9]+"));
        Set<String> open = new TreeSet<>(variables);
        for (int i = 0; i < given.size(); i++) {
            typed(sent, i, OF_TEXT);
            String name = text(given.get(i), "parameter_name");
            if (named ? !open.remove(name) : !name.isEmpty()) {
                add(
                        sent.pointer() + "/parameters/" + i + "/parameter_name",
                        "unknown_variable",
                        named
                                ? "Expected each of the variables " + variables + " once."
                                : "The variables of the template have no names.");
            }
        }
    }

    private static List<String> variables(String text) {
        return VARIABLE.matcher(text).results().map(found -> found.group(1)).distinct().toList();
    }

    private void buttons(String pointer, JsonNode sent, JsonNode stored) {
        Set<Integer> places = new TreeSet<>();
        for (int i = 0; i < sent.size(); i++) {
            JsonNode component = sent.get(i);
            if (text(component, "type").equals("button")) {
                int index = component.path("index").asInt(0);
                Sent one = new Sent(pointer + "/" + i, component);
                JsonNode button = stored.path(index);
                if (button.isMissingNode() || !places.add(index)) {
                    add(
                            one.at("index"),
                            "unknown_button",
                            "Expected an index below %d, and each button once."
                                    .formatted(stored.size()));
                } else {
                    button(one, button);
                }
            }
        }
        for (int i = 0; i < stored.size(); i++) {
            if (needs(stored.path(i)) && !places.contains(i)) {
                add(pointer, "missing_button", "The button %d requires a parameter.".formatted(i));
            }
        }
    }

    private static boolean needs(JsonNode stored) {
        Button type = BUTTONS.get(text(stored, "type").toUpperCase(Locale.ROOT));
        return type != null && (type.required() || !variables(text(stored, "url")).isEmpty());
    }

    private void button(Sent sent, JsonNode stored) {
        String given = text(sent.component(), "sub_type");
        Button type = BUTTONS.get(text(stored, "type").toUpperCase(Locale.ROOT));
        if (type == null
                || !(type.subType().equals(given)
                        || given.equalsIgnoreCase(text(stored, "type")))) {
            add(
                    sent.at("sub_type"),
                    "wrong_component",
                    "The button is of type "
                            + text(stored, "type").toLowerCase(Locale.ROOT)
                            + "; expected "
                            + (type == null ? "no parameters." : type.subType() + "."));
        } else if (needs(stored)) {
            only(
                    sent,
                    type.parameter(),
                    "wrong_number_of_variables",
                    "The button requires one parameter of type ");
        } else if (type.subType().equals("url")) {
            none(sent, "address of the button");
        } else if (sent.parameters().size() > 0) {
            only(
                    sent,
                    type.parameter(),
                    "wrong_number_of_variables",
                    "The button requires one parameter of type ");
        }
    }

    private void none(Sent sent, String what) {
        if (sent.parameters().size() > 0) {
            add(
                    sent.at("parameters"),
                    "wrong_number_of_variables",
                    "The " + what + " has no variables.");
        }
    }

    private void offer(Sent sent, JsonNode part) {
        if (part.at("/limited_time_offer/has_expiration").asBoolean(false)) {
            only(
                    sent,
                    "limited_time_offer",
                    "missing_parameter",
                    "The offer has an expiration and requires one parameter of type ");
        } else {
            none(sent, "offer");
        }
    }

    private void cards(Sent sent, JsonNode stored) {
        JsonNode given = sent.component().path("cards");
        if (given.size() != stored.size()) {
            add(
                    sent.at("cards"),
                    "wrong_number_of_cards",
                    "Expected %d cards; got %d.".formatted(stored.size(), given.size()));
            return;
        }
        Set<Integer> places = new TreeSet<>();
        for (int i = 0; i < given.size(); i++) {
            String pointer = sent.pointer() + "/cards/" + i;
            int index = given.get(i).path("card_index").asInt(i);
            if (index >= stored.size() || !places.add(index)) {
                add(
                        pointer + "/card_index",
                        "unknown_card",
                        "Expected an index below %d, and each card once.".formatted(stored.size()));
            } else {
                components(
                        pointer + "/components",
                        given.get(i).path("components"),
                        stored.path(index).path("components"));
            }
        }
    }

    private void add(String pointer, String code, String detail) {
        errors.add(new FieldError(pointer, code, detail));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
