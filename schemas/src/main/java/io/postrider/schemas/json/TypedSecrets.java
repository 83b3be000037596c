package io.postrider.schemas.json;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The secrets in the actions {@code http.request} of a rule: URLs and the values of headers. They are sealed at their place in
 * the definition and in the inputs of steps, and decrypted for the call only. Expressions are stored unchanged.
 *
 * @param rule the id of the rule, to which they are bound
 */
public record TypedSecrets(String workspace, String rule, Rendering.Opener opener) {

    /** Placeholder of a value that is not shown. */
    public static final String MASK = "***";

    /** The action with these secrets. */
    public static final String ACTION = "http.request";

    private static final String SEALED = "sealed";
    private static final int PLACE_OF_PATH = 3;
    private static final Set<String> READABLE_HEADERS =
            Set.of(
                    "accept",
                    "accept-charset",
                    "accept-language",
                    "cache-control",
                    "content-language",
                    "content-type",
                    "if-match",
                    "if-none-match",
                    "prefer",
                    "user-agent");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)token|secret|passw|key|auth|sig|code|credential|session");
    private static final Pattern RANDOM =
            Pattern.compile("(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9._~:+=%-]{16,}");

    /**
     * The input of an action.
     *
     * @param at a JSON Pointer
     * @param key of the action
     */
    public record Input(String at, String key, ObjectNode with) {}

    /** The inputs of a definition that can have secrets, including those within branches. */
    public static List<Input> inputs(JsonNode definition) {
        List<Input> found = new ArrayList<>();
        collect(definition, "", found);
        return found;
    }

    private static void collect(JsonNode of, String at, List<Input> into) {
        JsonNode actions = of.path("actions");
        for (int i = 0; i < actions.size(); i++) {
            String pointer = at + "/actions/" + i;
            JsonNode action = actions.path(i);
            if (action.path("type").asString("").equals(ACTION)
                    && action.path("with") instanceof ObjectNode with) {
                into.add(new Input(pointer + "/with", action.path("key").asString(""), with));
            }
            JsonNode cases = action.path("cases");
            for (int j = 0; j < cases.size(); j++) {
                collect(cases.path(j), pointer + "/cases/" + j, into);
            }
            collect(action.path("else"), pointer + "/else", into);
        }
    }

    /** Whether the values of a header are shown and stored as plain text. */
    public static boolean isReadable(String header) {
        return READABLE_HEADERS.contains(header.toLowerCase(ROOT));
    }

    /** The headers of an input, unless they are an expression. */
    public static Optional<ObjectNode> headers(ObjectNode with) {
        return with.path("headers") instanceof ObjectNode headers && !headers.has("jsonata")
                ? Optional.of(headers)
                : Optional.empty();
    }

    /** A sealed value in a definition. */
    public static ObjectNode sealed(String ciphertext) {
        return Json.object().put(SEALED, ciphertext);
    }

    /** Whether a value is sealed. */
    public static boolean isSealed(JsonNode value) {
        return value.isObject() && value.has(SEALED);
    }

    /** The host and port of a URL; empty where it has none, or an expression makes it. */
    public static String authority(String url) {
        int start = url.indexOf("://");
        return start < 0 ? "" : url.substring(start + 3).split("[/?#\\\\]", 2)[0].toLowerCase(ROOT);
    }

    /** The purpose of sealed URLs. */
    public String ofUrl() {
        return rule + "/url";
    }

    /** The purpose of sealed headers to a host. */
    public String ofHeaders(String authority) {
        return rule + "/headers/" + authority;
    }

    /** The text of a literal; empty for any other value, and where the key of the workspace is gone. */
    public Optional<String> plain(JsonNode value, String purpose) {
        if (isSealed(value)) {
            return opener.open(workspace, purpose, value.path(SEALED).asString(""));
        }
        return value.isValueNode() && !value.isNull() ? value.asStringOpt() : Optional.empty();
    }

    /** The definition as it is shown. It is changed. */
    public ObjectNode shown(ObjectNode definition) {
        inputs(definition).forEach(input -> shownInput(input.with()));
        return definition;
    }

    /** An input as it is shown. It is changed. */
    public ObjectNode shownInput(ObjectNode with) {
        JsonNode url = with.path("url");
        if (isSealed(url) || url.isString()) {
            with.put("url", plain(url, ofUrl()).map(TypedSecrets::masked).orElse(MASK));
        }
        headers(with)
                .ifPresent(headers -> {
                    for (Map.Entry<String, JsonNode> header : List.copyOf(headers.properties())) {
                        JsonNode value = header.getValue();
                        if (isSealed(value)
                                || (value.isValueNode() && !isReadable(header.getKey()))) {
                            headers.put(header.getKey(), MASK);
                        }
                    }
                });
        return with;
    }

    /** The input with its secrets in plain text, for the call; empty where the key of the workspace is gone. It is changed. */
    public Optional<ObjectNode> opened(ObjectNode with) {
        JsonNode url = with.path("url");
        if (isSealed(url)) {
            Optional<String> plain = plain(url, ofUrl());
            if (plain.isEmpty()) {
                return Optional.empty();
            }
            with.put("url", plain.get());
        }
        String authority = authority(with.path("url").asString(""));
        ObjectNode headers = headers(with).orElseGet(Json::object);
        for (Map.Entry<String, JsonNode> header : List.copyOf(headers.properties())) {
            if (isSealed(header.getValue())) {
                Optional<String> plain =
                        plain(header.getValue(), ofHeaders(authority))
                                .or(() -> plain(header.getValue(), ofHeaders("")));
                if (plain.isEmpty()) {
                    return Optional.empty();
                }
                headers.put(header.getKey(), plain.get());
            }
        }
        return Optional.of(with);
    }

    /** A URL without what looks like a secret. */
    public static String masked(String url) {
        int end = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
        String[] parts = url.substring(0, end).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean secret =
                    i < PLACE_OF_PATH ? parts[i].contains("@") : RANDOM.matcher(parts[i]).matches();
            parts[i] = secret ? MASK : parts[i];
        }
        String path = String.join("/", parts);
        return end == url.length()
                ? path
                : Arrays.stream(url.substring(end + 1).split("&", -1))
                        .map(TypedSecrets::parameter)
                        .collect(Collectors.joining("&", path + "?", ""));
    }

    private static String parameter(String text) {
        int equals = text.indexOf('=');
        boolean secret =
                equals >= 0
                        && (SECRET_NAME.matcher(text.substring(0, equals)).find()
                                || RANDOM.matcher(text.substring(equals + 1)).matches());
        return secret ? text.substring(0, equals + 1) + MASK : text;
    }
}
