package io.postrider.runtime.expressions;

import dev.cel.common.values.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** JSON as the values of CEL. */
final class CelValues {

    private CelValues() {}

    static Object of(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> map(node);
            case ARRAY -> list(node);
            case STRING -> node.stringValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER ->
                    node.isIntegralNumber() && node.canConvertToLong()
                            ? (Object) node.longValue()
                            : (Object) node.doubleValue();
            default -> NullValue.NULL_VALUE;
        };
    }

    private static Map<String, Object> map(JsonNode node) {
        Map<String, Object> map = LinkedHashMap.newLinkedHashMap(node.size());
        node.properties().forEach(entry -> map.put(entry.getKey(), of(entry.getValue())));
        return map;
    }

    private static List<Object> list(JsonNode node) {
        List<Object> list = new ArrayList<>(node.size());
        node.forEach(element -> list.add(of(element)));
        return list;
    }
}
