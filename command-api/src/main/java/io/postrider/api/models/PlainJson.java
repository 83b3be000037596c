package io.postrider.api.models;

import io.postrider.schemas.json.Json;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes JSON that is passed on. A character outside the basic plane may come in halves, each in a piece of its own; they
 * are escaped, as they were when they came, because a half alone has no bytes.
 */
final class PlainJson {

    private PlainJson() {}

    static String of(ObjectNode node) {
        String text = Json.mapper().writeValueAsString(node);
        for (int i = 0; i < text.length(); i++) {
            if (isHalf(text, i)) {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHalf(text, i)) {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static boolean isHalf(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c)
                && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
