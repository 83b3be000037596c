package io.postrider.expressions;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.Frame;
import com.dashjoin.jsonata.Parser.Symbol;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.OverrunException;
import io.postrider.expressions.bounds.Wildcards;
import java.time.Instant;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A JSONata expression. Many threads can evaluate it at the same time: the tree does not change after its preparation, each
 * evaluation has its own frame of variables, and the library keeps the rest of its state with the thread. That holds because no
 * evaluating thread has compiled: compiled objects are shared, and must not belong to a thread.
 */
public final class JsonataExpression {

    private final String source;
    private final Jsonata compiled;
    private final JsonataTree tree;

    private JsonataExpression(String source, Jsonata compiled, JsonataTree tree) {
        this.source = source;
        this.compiled = compiled;
        this.tree = tree;
    }

    /** A shape that is ready to be evaluated. */
    public static JsonataExpression compile(String source) throws InvalidExpressionException {
        Texts.boundSource(source);
        WarmUp.once();
        return compileCold(source);
    }

    private static JsonataExpression compileCold(String source) throws InvalidExpressionException {
        return Compiler.compile(() -> compiled(source));
    }

    private static JsonataExpression compiled(String source) throws InvalidExpressionException {
        JsonataFunctions.install();
        JsonataSymbols symbols = SyntaxTree.watch();
        try {
            JsonataTree.check(source);
            Jsonata compiled = Jsonata.jsonata(source);
            compiled.setValidateInput(false);
            compiled.setOutputConvertNulls(false);
            return new JsonataExpression(source, compiled, JsonataTree.prepare(source, compiled));
        } catch (JException e) {
            throw Texts.invalid(
                    JsonataFailures.message(e), source, Math.max(-1, e.getLocation() - 1));
        } catch (PatternSyntaxException e) {
            throw Texts.invalid(
                    "This regular expression is not valid: " + e.getDescription(), source, -1);
        } catch (RuntimeException e) {
            throw Texts.invalid("The expression is not valid: " + e.getMessage(), source, -1);
        } finally {
            // The expression keeps its parser, which needs them no more.
            symbols.clear();
        }
    }

    /**
     * The result for an input.
     *
     * @param at time that {@code $now()} and {@code $millis()} return
     * @param seed {@code $random()} answers a sequence that follows from it, so that the result is the same however often it is
     *     evaluated
     * @return JSON null for an undefined result
     */
    public JsonNode of(JsonNode input, Instant at, String seed) throws EvaluationException {
        Budget budget = new Budget();
        try {
            return ScopedValue.where(Budget.CURRENT, budget)
                    .where(JsonataRun.CURRENT, new JsonataRun(at, seed))
                    .call(() -> JsonataValues.json(evaluate(JsonataValues.of(input), budget)));
        } catch (RuntimeException | OverrunException | StackOverflowError e) {
            throw JsonataFailures.of(e, budget.overrun());
        }
    }

    public String source() {
        return source;
    }

    private @Nullable Object evaluate(Object input, Budget budget) {
        // Not setRuntimeBounds: it looks away from the second entry of every array and object.
        Frame frame = new Frame(null);
        frame.setEvaluateEntryCallback((symbol, value, _) -> {
            budget.enter();
            if (tree.isWildcard(symbol)) {
                Wildcards.check(value, budget);
            }
        });
        frame.setEvaluateExitCallback((symbol, _, _, value) -> leave(symbol, value, budget));
        return compiled.evaluate(input, frame);
    }

    private void leave(Symbol symbol, @Nullable Object value, Budget budget) {
        budget.leave();
        if (tree.changesValues(symbol)) {
            budget.forgetWeights();
        }
        budget.check(value);
        tree.close(symbol, value);
        tree.checkCall(symbol, value);
        if (tree.makesTuples(symbol)) {
            budget.tuples(value);
        }
    }

    /** The first evaluation loads the classes of the engine, and would take much of its time for that. */
    private static final class WarmUp {

        private static final String SAMPLE =
                "{'a': $map([1, 2.5], function($n) { $replace($string($n), /1/, 'x') & *.b ?? 'c' })}";

        static {
            try {
                // The work of another thread must be no code of this class, which waits for it.
                JsonNode _ =
                        compileCold(SAMPLE)
                                .of(JsonNodeFactory.instance.objectNode(), Instant.EPOCH, "");
            } catch (InvalidExpressionException | EvaluationException e) {
                throw new IllegalStateException(e);
            }
        }

        static void once() {}
    }
}
