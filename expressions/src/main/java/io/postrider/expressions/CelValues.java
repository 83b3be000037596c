package io.postrider.expressions;

import dev.cel.common.values.NullValue;
import io.postrider.expressions.bounds.SizedValue;
import tools.jackson.databind.JsonNode;

/** JSON as the values of CEL. */
final class CelValues {

    private CelValues() {}

    static Object of(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                SizedValue.Members members = new SizedValue.Members();
                node.properties()
                        .forEach(entry -> members.set(entry.getKey(), of(entry.getValue())));
                yield members;
            }
            case ARRAY -> {
                SizedValue.Array array = new SizedValue.Array(node.size());
                node.forEach(element -> array.append(of(element)));
                yield array;
            }
            case STRING -> node.stringValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            default -> NullValue.NULL_VALUE;
        };
    }

    private static Object number(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        return node.doubleValue();
    }
}
