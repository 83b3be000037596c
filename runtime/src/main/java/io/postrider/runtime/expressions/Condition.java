package io.postrider.runtime.expressions;

import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A CEL condition. */
public final class Condition {

    private static final Pattern PLACE =
            Pattern.compile("^(evaluation error( at <input>:\\d+)?: )+");
    private static final Pattern SENTENCE =
            Pattern.compile("key '|Map value |Error resolving |No such attribute");

    private final String source;
    private final CelRuntime.Program program;
    private final List<Condition> clauses;

    private Condition(String source, CelRuntime.Program program, List<Condition> clauses) {
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
        CelRuntime.Program program = programs.compile(source);
        List<Condition> clauses = new ArrayList<>();
        List<String> texts = Clauses.of(source);
        if (texts.size() > 1) {
            for (String text : texts) {
                clauses.add(new Condition(text, programs.compile(text), List.of()));
            }
        }
        return new Condition(source, program, List.copyOf(clauses));
    }

    /** Whether it holds; a result that is neither true nor false fails. */
    public boolean isTrue(Map<String, JsonNode> variables) throws EvaluationFailed {
        Budget budget = new Budget();
        try {
            Object result =
                    ScopedValue.where(Budget.CURRENT, budget)
                            .call(() -> evaluate(budget, variables));
            if (result instanceof Boolean holds) {
                return holds;
            }
        } catch (Overrun e) {
            throw new EvaluationFailed(e.reason());
        } catch (StackOverflowError e) {
            throw new EvaluationFailed("The condition is nested too deep.");
        } catch (CelEvaluationException e) {
            throw new EvaluationFailed(
                    why(e), e.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND);
        } catch (RuntimeException e) {
            throw new EvaluationFailed("The condition cannot be evaluated: " + e.getMessage());
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

    private Object evaluate(Budget budget, Map<String, JsonNode> variables)
            throws CelEvaluationException {
        Map<String, Object> converted = new HashMap<>();
        return program.trace(
                name ->
                        Optional.ofNullable(variables.get(name))
                                .map(node ->
                                        converted.computeIfAbsent(name, _ -> CelValues.of(node))),
                (_, value) -> budget.step(value));
    }

    private static String why(CelEvaluationException e) {
        String message = PLACE.matcher(String.valueOf(e.getMessage())).replaceFirst("");
        // Of an index such as event['a'] the message is the key alone.
        boolean key =
                e.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND
                        && !SENTENCE.matcher(message).lookingAt();
        return key ? "key '" + message + "' is not present in map." : message;
    }
}
