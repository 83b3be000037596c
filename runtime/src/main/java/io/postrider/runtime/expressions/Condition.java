package io.postrider.runtime.expressions;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A CEL condition. */
public final class Condition {

    private static final CelOptions OPTIONS =
            CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .comprehensionMaxIterations(1_000)
                    .maxExpressionCodePointSize(Texts.SOURCE_CODE_POINTS)
                    .maxParseRecursionDepth(100)
                    .maxRegexProgramSize(1_000)
                    .build();

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
        Cel cel = environment(variables);
        CelRuntime.Program program = program(cel, source);
        List<String> texts = Clauses.of(source);
        List<Condition> clauses = new ArrayList<>();
        if (texts.size() > 1) {
            for (String text : texts) {
                clauses.add(new Condition(text, program(cel, text), List.of()));
            }
        }
        return new Condition(source, program, List.copyOf(clauses));
    }

    /** A result that is no boolean fails. */
    public boolean isTrue(Map<String, JsonNode> variables) throws EvaluationFailed {
        try {
            Map<String, Object> values = new HashMap<>();
            variables.forEach((name, value) -> values.put(name, CelValues.of(value)));
            if (program.eval(values) instanceof Boolean result) {
                return result;
            }
        } catch (CelEvaluationException e) {
            throw new EvaluationFailed(String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
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

    private static Cel environment(Set<String> variables) {
        CelBuilder builder =
                CelFactory.plannerCelBuilder()
                        .setOptions(OPTIONS)
                        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                        .addCompilerLibraries(CelExtensions.strings())
                        .addRuntimeLibraries(CelExtensions.strings());
        variables.forEach(name -> builder.addVar(name, SimpleType.DYN));
        return builder.build();
    }

    private static CelRuntime.Program program(Cel cel, String source) throws InvalidExpression {
        try {
            CelAbstractSyntaxTree ast = cel.compile(source).getAst();
            CelType type = ast.getResultType();
            if (!type.equals(SimpleType.BOOL) && !type.equals(SimpleType.DYN)) {
                throw new InvalidExpression(
                        "A condition must be true or false; this is " + type.name() + ".", 1, 1);
            }
            return cel.createProgram(ast);
        } catch (CelValidationException e) {
            CelIssue issue = e.getErrors().getFirst();
            throw new InvalidExpression(
                    Texts.oneLine(issue.getMessage()),
                    issue.getSourceLocation().getLine(),
                    issue.getSourceLocation().getColumn() + 1);
        } catch (CelEvaluationException | RuntimeException | StackOverflowError e) {
            throw new InvalidExpression(Texts.oneLine(String.valueOf(e.getMessage())), 0, 0);
        }
    }
}
