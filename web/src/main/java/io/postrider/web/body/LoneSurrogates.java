package io.postrider.web.body;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.problem.Pointers;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Finds halves of characters in JSON: lone surrogates, which UTF-8 cannot keep. */
public final class LoneSurrogates {

    private LoneSurrogates() {}

    /** The first lone surrogate in a text or a name; empty if there is none. */
    public static Optional<FieldError> in(JsonNode node, String at) {
        if (node.isString()) {
            return isWhole(node.asString("")) ? Optional.empty() : Optional.of(error(at));
        }
        if (node.isArray()) {
            return IntStream.range(0, node.size())
                    .mapToObj(i -> in(node.path(i), at + "/" + i))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        return node.properties().stream()
                .map(member -> in(member, at))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<FieldError> in(Map.Entry<String, JsonNode> member, String at) {
        return isWhole(member.getKey())
                ? in(member.getValue(), at + "/" + Pointers.escaped(member.getKey()))
                : Optional.of(error(at));
    }

    private static boolean isWhole(String text) {
        return text.codePoints()
                .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static FieldError error(String pointer) {
        return new FieldError(
                pointer, "invalid_characters", "Expected text without unpaired surrogates.");
    }
}
