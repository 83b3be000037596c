package io.postrider.web.body;

import io.postrider.web.problem.Pointers;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parses JSON from untrusted sources: UTF-8 only, limited depth and number of values, no duplicate members, no trailing
 * content. It uses tokens, so that a problem names the place without the parser's own words.
 */
public final class JsonText {

    static final int DEPTH_MAX = 32;

    /** A value of two bytes takes a hundred in memory, so a limit of bytes alone is not enough. */
    static final int VALUES_MAX = 100_000;

    private static final int NUMBER_LENGTH_MAX = 64;
    private static final int NAME_LENGTH_MAX = 10_000;

    /** That many digits are kept in any double; those of a double are written with no more than 17. */
    private static final int EXACT_DIGITS = 15;

    private static final MathContext DOUBLE_DIGITS = new MathContext(17);
    private static final Pattern NOT_ZERO = Pattern.compile("-?[0.]*[1-9]");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    // A table of all names ever read would grow with every name that is made up.
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    // The length of the body limits these lengths; they are checked here, where the
                    // place is known.
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(2 * DEPTH_MAX)
                                    .maxNumberLength(Integer.MAX_VALUE)
                                    .maxNameLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private final JsonParser parser;
    private int values;

    private JsonText(JsonParser parser) {
        this.parser = parser;
    }

    /** An error of a text, thrown through the levels of nesting and caught where parsing began. */
    private static final class MalformedJsonException extends RuntimeException {
        private final transient Problem problem;

        MalformedJsonException(Problem problem) {
            super(problem.code(), null, false, false);
            this.problem = problem;
        }
    }

    public static Validated<JsonNode> parse(byte[] bytes) {
        Optional<String> text = QueryText.utf8(ByteBuffer.wrap(bytes));
        if (text.isEmpty()) {
            return Validated.refused(
                    Problem.of(400, "invalid_encoding", "The body is not valid UTF-8."));
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text.get())) {
            JsonNode root = new JsonText(parser).value(parser.nextToken(), "", 0);
            return parser.nextToken() == null
                    ? Validated.valid(root)
                    : Validated.refused(
                            Problem.of(
                                    400,
                                    "trailing_content",
                                    "The body continues after the JSON value."));
        } catch (MalformedJsonException e) {
            return Validated.refused(e.problem);
        } catch (JacksonException e) {
            return Validated.refused(malformed(e));
        }
    }

    private static Problem malformed(JacksonException e) {
        var at = e.getLocation();
        String where =
                at == null
                        ? ""
                        : " The error is at line "
                                + at.getLineNr()
                                + ", column "
                                + at.getColumnNr()
                                + ".";
        return Problem.of(400, "malformed_json", "The body is not valid JSON." + where);
    }

    private JsonNode value(JsonToken token, String at, int depth) {
        values++;
        if (values > VALUES_MAX) {
            throw new MalformedJsonException(
                    Problem.of(
                            400,
                            "too_many_values",
                            "The body has more than " + VALUES_MAX + " values."));
        }
        return switch (token) {
            case START_OBJECT -> object(at, deeper(depth));
            case START_ARRAY -> array(at, deeper(depth));
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token, at);
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new IllegalStateException("no value begins with " + token);
            case null ->
                    throw new MalformedJsonException(
                            Problem.of(400, "malformed_json", "The body is blank."));
        };
    }

    private JsonNode number(JsonToken token, String at) {
        // Checked before the value is read, since parsing a million digits takes long.
        if (parser.getStringLength() > NUMBER_LENGTH_MAX) {
            throw at(
                    at,
                    "number_too_long",
                    "A number has more than " + NUMBER_LENGTH_MAX + " characters.");
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            return NODES.numberNode(fraction(at));
        }
        return switch (parser.getNumberType()) {
            case INT, LONG -> NODES.numberNode(parser.getLongValue());
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL ->
                    NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    /**
     * As a double, since an exact value would cost memory, as in 1e999999999; a value that a double cannot represent is
     * rejected.
     */
    private double fraction(String at) {
        double value = parser.getDoubleValue();
        String text = parser.getString();
        boolean vanished = value == 0 && NOT_ZERO.matcher(text).lookingAt();
        if (Double.isInfinite(value) || vanished || isRounded(text, value)) {
            throw at(
                    at,
                    "number_not_exact",
                    "A number exceeds the range or precision of a 64-bit double.");
        }
        return value;
    }

    /** Whether a text is neither the shortest text of its double nor that of 17 digits, which programs write. */
    private static boolean isRounded(String text, double value) {
        if (text.length() <= EXACT_DIGITS || value == 0) {
            return false;
        }
        BigDecimal given = new BigDecimal(text);
        return given.compareTo(BigDecimal.valueOf(value)) != 0
                && given.compareTo(new BigDecimal(value).round(DOUBLE_DIGITS)) != 0;
    }

    private ObjectNode object(String at, int depth) {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (name.length() > NAME_LENGTH_MAX) {
                throw at(
                        at,
                        "name_too_long",
                        "The name of a member has more than " + NAME_LENGTH_MAX + " characters.");
            }
            String pointer = at + "/" + Pointers.escaped(name);
            if (object.has(name)) {
                throw at(pointer, "duplicate_member", "An object has two members with this name.");
            }
            object.set(name, value(parser.nextToken(), pointer, depth));
        }
        return object;
    }

    private ArrayNode array(String at, int depth) {
        ArrayNode array = NODES.arrayNode();
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            array.add(value(token, at + "/" + array.size(), depth));
            token = parser.nextToken();
        }
        return array;
    }

    private static int deeper(int depth) {
        if (depth == DEPTH_MAX) {
            throw new MalformedJsonException(
                    Problem.of(
                            400,
                            "too_deep",
                            "The JSON is nested more than " + DEPTH_MAX + " levels deep."));
        }
        return depth + 1;
    }

    private static MalformedJsonException at(String pointer, String code, String detail) {
        return new MalformedJsonException(
                Problem.of(400, code, detail).withFields(Pointers.error(pointer, code, detail)));
    }
}
