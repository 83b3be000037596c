package io.postrider.expressions;

import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.OverrunException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A compiled CEL text, which is evaluated within a budget. */
final class CelProgram {

    private static final Pattern PLACE =
            Pattern.compile("^(evaluation error( at <input>:\\d+)?: )+");
    private static final Pattern SENTENCE =
            Pattern.compile("key '|Map value |Error resolving |No such attribute");

    private final CelRuntime.Program program;

    CelProgram(CelRuntime.Program program) {
        this.program = program;
    }

    /** The value for some variables. */
    Object of(Map<String, JsonNode> variables) throws EvaluationException {
        Budget budget = new Budget();
        try {
            return ScopedValue.where(Budget.CURRENT, budget)
                    .call(() -> evaluate(budget, variables));
        } catch (OverrunException e) {
            throw new EvaluationException(e.reason());
        } catch (StackOverflowError e) {
            throw new EvaluationException("The expression is nested too deeply.");
        } catch (CelEvaluationException e) {
            throw new EvaluationException(
                    why(e), e.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND);
        } catch (RuntimeException e) {
            throw new EvaluationException("The expression cannot be evaluated: " + e.getMessage());
        }
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
