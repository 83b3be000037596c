package io.postrider.expressions;

import com.dashjoin.jsonata.Jsonata;
import io.postrider.expressions.bounds.OverrunException;
import io.postrider.expressions.bounds.SizedValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the values of JSONata, and its results as JSON of a bounded size. */
final class JsonataValues {

    private static final int BYTES = 256 * 1024;
    private static final int LEVELS = 64;
    private static final double WHOLE = 1L << 53;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private long bytes;

    private JsonataValues() {}

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
            default -> Jsonata.NULL_VALUE;
        };
    }

    private static Object number(JsonNode node) {
        if (!node.isIntegralNumber()) {
            return node.doubleValue();
        }
        if (node.canConvertToInt()) {
            return node.intValue();
        }
        return node.canConvertToLong() ? (Object) node.longValue() : node.bigIntegerValue();
    }

    /** A result as JSON; an undefined one is null. */
    static JsonNode json(@Nullable Object result) {
        return new JsonataValues().json(result, 1);
    }

    private JsonNode json(@Nullable Object value, int level) {
        return switch (value) {
            case String text -> text(text);
            case Boolean truth -> written(NODES.booleanNode(truth), 5);
            case Number number -> number(number);
            case Map<?, ?> map -> object(map, level);
            case Collection<?> list -> array(list, level);
            case null -> written(NODES.nullNode(), 4);
            default -> {
                if (value.equals(Jsonata.NULL_VALUE)) {
                    yield written(NODES.nullNode(), 4);
                }
                throw new IllegalArgumentException("The result holds a function.");
            }
        };
    }

    private JsonNode text(String text) {
        count(utf8(text));
        return NODES.stringNode(text);
    }

    private JsonNode number(Number number) {
        JsonNode node =
                switch (number) {
                    case Integer whole -> NODES.numberNode(whole.intValue());
                    case Long whole -> NODES.numberNode(whole.longValue());
                    case BigInteger whole -> NODES.numberNode(whole);
                    default -> decimal(number.doubleValue());
                };
        return written(node, node.asString().length());
    }

    private static JsonNode decimal(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(
                    "The result contains a number that JSON cannot represent.");
        }
        if (number != Math.rint(number) || Math.abs(number) > WHOLE) {
            return NODES.numberNode(BigDecimal.valueOf(number));
        }
        // As a whole number that is read.
        boolean small = number == (int) number;
        return small ? NODES.numberNode((int) number) : NODES.numberNode((long) number);
    }

    private ObjectNode object(Map<?, ?> map, int level) {
        enter(level);
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = String.valueOf(entry.getKey());
            if (isFunction(entry.getValue())) {
                // As in JavaScript, JSON knows no functions.
                continue;
            }
            count(utf8(key) + 2);
            object.set(key, json(entry.getValue(), level + 1));
        }
        return object;
    }

    private ArrayNode array(Collection<?> list, int level) {
        enter(level);
        ArrayNode array = NODES.arrayNode();
        for (Object element : list) {
            count(1);
            array.add(json(element, level + 1));
        }
        return array;
    }

    private static boolean isFunction(@Nullable Object value) {
        return value != null && JsonataFailures.isFunction(value);
    }

    private void enter(int level) {
        if (level > LEVELS) {
            throw new OverrunException("The result has at most 64 levels of arrays and objects.");
        }
        count(1);
    }

    private JsonNode written(JsonNode node, int size) {
        count(size);
        return node;
    }

    private void count(long more) {
        bytes += more;
        if (bytes > BYTES) {
            throw new OverrunException("The result has at most 256 KiB as JSON.");
        }
    }

    /** The bytes of a text in quotes. */
    private static long utf8(String text) {
        long bytes = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ') {
                bytes += c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f' ? 2 : 6;
            } else if (c < 0x80) {
                bytes += c == '"' || c == '\\' ? 2 : 1;
            } else {
                // The two halves of a surrogate pair are four bytes together.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
            }
        }
        return bytes;
    }
}
