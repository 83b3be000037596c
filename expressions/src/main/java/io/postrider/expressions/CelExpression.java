package io.postrider.expressions;

import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A CEL condition. */
public final class CelExpression {

    private final String source;
    private final CelProgram program;
    private final List<CelExpression> clauses;

    private CelExpression(String source, CelProgram program, List<CelExpression> clauses) {
        this.source = source;
        this.program = program;
        this.clauses = clauses;
    }

    /**
     * A condition that is ready to be evaluated.
     *
     * @param variables the names it may use, such as event and steps; all dynamically typed
     */
    public static CelExpression compile(String source, Set<String> variables)
            throws InvalidExpressionException {
        Texts.boundSource(source);
        return Compiler.compile(() -> compiled(source, CelPrograms.with(variables)));
    }

    private static CelExpression compiled(String source, CelPrograms programs)
            throws InvalidExpressionException {
        CelProgram program = of(source, programs);
        List<CelExpression> clauses = new ArrayList<>();
        List<String> texts = Conjuncts.of(source);
        if (texts.size() > 1) {
            for (String text : texts) {
                clauses.add(new CelExpression(text, of(text, programs), List.of()));
            }
        }
        return new CelExpression(source, program, List.copyOf(clauses));
    }

    private static CelProgram of(String source, CelPrograms programs)
            throws InvalidExpressionException {
        return programs.compile(source, SimpleType.BOOL, "be a boolean");
    }

    /** Whether it holds; a result that is neither true nor false fails. */
    public boolean isTrue(Map<String, JsonNode> variables) throws EvaluationException {
        if (program.of(variables) instanceof Boolean holds) {
            return holds;
        }
        throw new EvaluationException("Expected a boolean as the result of the condition.");
    }

    /** The operands of the outermost {@code &&} in order, for explanations; one if there is none. */
    public List<CelExpression> clauses() {
        return clauses.isEmpty() ? List.of(this) : clauses;
    }

    public String source() {
        return source;
    }
}
