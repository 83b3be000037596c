package io.postrider.expressions;

import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A CEL condition. */
public final class Condition {

    private final String source;
    private final CelProgram program;
    private final List<Condition> clauses;

    private Condition(String source, CelProgram program, List<Condition> clauses) {
        this.source = source;
        this.program = program;
        this.clauses = clauses;
    }

    /**
     * A condition that is ready to be evaluated.
     *
     * @param variables the names it may use, such as event and steps; all dynamically typed
     */
    public static Condition compile(String source, Set<String> variables) throws InvalidExpression {
        Texts.boundSource(source);
        return Compiler.compile(() -> compiled(source, CelPrograms.with(variables)));
    }

    private static Condition compiled(String source, CelPrograms programs)
            throws InvalidExpression {
        CelProgram program = of(source, programs);
        List<Condition> clauses = new ArrayList<>();
        List<String> texts = Clauses.of(source);
        if (texts.size() > 1) {
            for (String text : texts) {
                clauses.add(new Condition(text, of(text, programs), List.of()));
            }
        }
        return new Condition(source, program, List.copyOf(clauses));
    }

    private static CelProgram of(String source, CelPrograms programs) throws InvalidExpression {
        return programs.compile(source, SimpleType.BOOL, "be true or false");
    }

    /** Whether it holds; a result that is neither true nor false fails. */
    public boolean isTrue(Map<String, JsonNode> variables) throws EvaluationFailed {
        if (program.of(variables) instanceof Boolean holds) {
            return holds;
        }
        throw new EvaluationFailed("The condition must be true or false, and is neither.");
    }

    /** The operands of the outermost {@code &&} in order, for explanations; one if there is none. */
    public List<Condition> clauses() {
        return clauses.isEmpty() ? List.of(this) : clauses;
    }

    public String source() {
        return source;
    }
}
