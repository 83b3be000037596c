package io.postrider.expressions;

import dev.cel.common.types.SimpleType;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A CEL expression that makes a text. */
public final class TextExpression {

    private final CelProgram program;

    private TextExpression(CelProgram program) {
        this.program = program;
    }

    /**
     * An expression that is ready to be evaluated.
     *
     * @param variables the names it may use; all dynamically typed
     */
    public static TextExpression compile(String source, Set<String> variables)
            throws InvalidExpressionException {
        Texts.boundSource(source);
        return new TextExpression(
                Compiler.compile(() ->
                        CelPrograms.with(variables)
                                .compile(source, SimpleType.STRING, "be a string")));
    }

    /** The text; any other result fails. */
    public String of(Map<String, JsonNode> variables) throws EvaluationException {
        if (program.of(variables) instanceof String text) {
            return text;
        }
        throw new EvaluationException("Expected a string as the result of the expression.");
    }
}
