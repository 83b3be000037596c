package io.postrider.models;

import java.io.Reader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Copies a completion, or a piece of one, under another model name. It copies tokens and builds no tree, which would take
 * thirty times the bytes of the text.
 */
final class CompletionCopy {

    /** The parser remembers the names of every open object, to find duplicates. */
    static final int NAMES_MAX = 10_000;

    static final int DEPTH_MAX = 500;
    private static final int NAME_LENGTH_MAX = 10_000;

    /** In an object, which is in choices, which is in the completion. */
    private static final int CHOICE_DEPTH = 3;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    // A table of all names ever read would grow with every name that is made up.
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_MAX)
                                    .maxNameLength(NAME_LENGTH_MAX)
                                    .build())
                    .build();

    private final JsonParser parser;
    private final JsonGenerator out;
    private final String alias;
    private final int[] names = new int[DEPTH_MAX + 1];
    private int openNames;
    private boolean hasError;
    private boolean hasChoices;
    private boolean hasModel;
    private boolean finished;

    private CompletionCopy(JsonParser parser, JsonGenerator out, String alias) {
        this.parser = parser;
        this.out = out;
        this.alias = alias;
    }

    /**
     * A copy.
     *
     * @param json the text in UTF-8
     * @param finished whether a choice has its finish_reason
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are sent.
    record Copied(byte[] json, boolean finished) {}

    /**
     * Copies a text.
     *
     * @param sizeHint expected number of bytes
     * @throws ProviderException if the text is no completion
     */
    static Copied of(Reader text, int sizeHint, String alias) {
        Utf8Writer writer = new Utf8Writer(sizeHint);
        try {
            boolean finished = copy(text, writer, alias);
            return new Copied(writer.bytes(), finished);
        } catch (JacksonException e) {
            throw new ProviderException(ProviderProblems.malformed());
        }
    }

    private static boolean copy(Reader text, Utf8Writer writer, String alias) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text);
                JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            CompletionCopy copy = new CompletionCopy(parser, out, alias);
            copy.completion();
            return copy.finished;
        }
    }

    private void completion() {
        expect(parser.nextToken() == JsonToken.START_OBJECT);
        out.writeStartObject();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            countName(1);
            member(parser.currentName(), parser.nextToken());
        }
        if (!hasModel) {
            out.writeStringProperty("model", alias);
        }
        out.writeEndObject();
        expect(parser.nextToken() == null);
        if (hasError) {
            throw new ProviderException(ProviderProblems.failed("The provider reported an error."));
        }
        expect(hasChoices);
    }

    private void member(String name, @Nullable JsonToken value) {
        out.writeName(name);
        switch (name) {
            case "model" -> {
                hasModel = true;
                out.writeString(alias);
                value(false, false);
            }
            case "choices" -> {
                hasChoices = value == JsonToken.START_ARRAY;
                value(true, true);
            }
            case "error" -> {
                hasError = value != JsonToken.VALUE_NULL;
                value(false, true);
            }
            default -> value(false, true);
        }
    }

    /** Reads the value at which the parser is, with all that is in it. */
    private void value(boolean choices, boolean copied) {
        int depth = 1;
        do {
            JsonToken token = parser.currentToken();
            expect(token != null);
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                openNames -= names[depth];
                names[depth] = 0;
                depth--;
            } else if (token == JsonToken.PROPERTY_NAME) {
                countName(depth);
            } else if (choices && token == JsonToken.VALUE_STRING && depth == CHOICE_DEPTH) {
                finished |= "finish_reason".equals(parser.currentName());
            }
            if (copied) {
                copy(token);
            }
        } while (depth > 1 && parser.nextToken() != null);
    }

    private void copy(JsonToken token) {
        if (token.isNumeric()) {
            // As it was written: a number in memory may be another one.
            out.writeNumber(parser.getString());
        } else {
            out.copyCurrentEvent(parser);
        }
    }

    private void countName(int depth) {
        names[depth]++;
        openNames++;
        if (openNames > NAMES_MAX) {
            throw new ProviderException(ProviderProblems.tooLarge());
        }
    }

    private static void expect(boolean condition) {
        if (!condition) {
            throw new ProviderException(ProviderProblems.malformed());
        }
    }
}
