package io.postrider.expressions;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import io.postrider.expressions.bounds.Regex;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Compiles CEL texts for one set of variables. */
final class CelPrograms {

    // A chain such as a.b.c or 1 + 1 + 1 has a level for each link.
    private static final int LEVELS = 200;

    private static final CelOptions OPTIONS =
            CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .comprehensionMaxIterations(1_000)
                    .maxExpressionCodePointSize(Texts.SOURCE_CODE_POINTS)
                    .maxParseRecursionDepth(100)
                    .build();

    /** One environment for all conditions: with its tables of functions it is larger than a thousand programs. */
    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.plannerRuntimeBuilder()
                    .setOptions(OPTIONS)
                    .setStandardFunctions(
                            CelStandardFunctions.newBuilder()
                                    .excludeFunctions(
                                            StandardFunction.MATCHES,
                                            StandardFunction.CONTAINS,
                                            StandardFunction.DURATION)
                                    .build())
                    .addLibraries(
                            CelExtensions.strings(
                                    CelStringExtensions.Function.CHAR_AT,
                                    CelStringExtensions.Function.LOWER_ASCII,
                                    CelStringExtensions.Function.QUOTE,
                                    CelStringExtensions.Function.REVERSE,
                                    CelStringExtensions.Function.SUBSTRING,
                                    CelStringExtensions.Function.TRIM,
                                    CelStringExtensions.Function.UPPER_ASCII))
                    .addFunctionBindings(CelFunctions.all())
                    .build();

    private static final int KEPT = 16;
    private static final Map<Set<String>, CelPrograms> PROGRAMS = new ConcurrentHashMap<>();

    private final CelCompiler compiler;

    private CelPrograms(Set<String> variables) {
        CelCompilerBuilder builder =
                CelCompilerFactory.standardCelCompilerBuilder()
                        .setOptions(OPTIONS)
                        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                        .addLibraries(CelExtensions.strings());
        variables.forEach(name -> builder.addVar(name, SimpleType.DYN));
        compiler = builder.build();
    }

    /** The compiler for a set of variables; a few are kept, because it takes longer to make one than to use it. */
    static CelPrograms with(Set<String> variables) {
        if (PROGRAMS.size() > KEPT) {
            PROGRAMS.clear();
        }
        return PROGRAMS.computeIfAbsent(Set.copyOf(variables), CelPrograms::new);
    }

    /**
     * Compiles a text.
     *
     * @param wanted the type of the result, unless it is known at the evaluation alone
     * @param must requirement for the text, for a person
     */
    CelProgram compile(String source, CelType wanted, String must)
            throws InvalidExpressionException {
        try {
            CelAbstractSyntaxTree tree = compiler.compile(source).getAst();
            CelType type = tree.getResultType();
            if (!type.equals(wanted) && !type.equals(SimpleType.DYN)) {
                throw new InvalidExpressionException(
                        "The expression must " + must + "; this is of type " + type.name() + ".",
                        1,
                        1);
            }
            check(tree);
            return new CelProgram(RUNTIME.createProgram(tree));
        } catch (CelValidationException e) {
            throw invalid(e);
        } catch (CelEvaluationException e) {
            throw new InvalidExpressionException(
                    Texts.oneLine(String.valueOf(e.getMessage())), 0, 0);
        }
    }

    private static void check(CelAbstractSyntaxTree tree) throws InvalidExpressionException {
        CelNavigableExpr root = CelNavigableExpr.fromExpr(tree.getExpr());
        if (root.height() > LEVELS) {
            throw new InvalidExpressionException("The expression is nested too deeply.", 0, 0);
        }
        for (CelNavigableExpr node : root.allNodes().toList()) {
            if (node.getKind() == CelExpr.ExprKind.Kind.CALL
                    && node.expr().call().function().equals("matches")) {
                checkRegex(node.expr().call().args().getLast(), tree.getSource());
            }
        }
    }

    /** A regular expression that is written out is checked when the condition is saved. */
    private static void checkRegex(CelExpr argument, CelSource source)
            throws InvalidExpressionException {
        if (argument.constantOrDefault().getKind() != CelConstant.Kind.STRING_VALUE) {
            return;
        }
        try {
            Regex.of(argument.constantOrDefault().stringValue(), 0);
        } catch (IllegalArgumentException e) {
            CelSourceLocation place =
                    source.getOffsetLocation(
                                    source.getPositionsMap().getOrDefault(argument.id(), 0))
                            .orElse(CelSourceLocation.NONE);
            throw invalid(String.valueOf(e.getMessage()), place);
        }
    }

    private static InvalidExpressionException invalid(String detail, CelSourceLocation place) {
        boolean known = place.getLine() > 0;
        return new InvalidExpressionException(
                Texts.oneLine(detail),
                known ? place.getLine() : 0,
                known ? place.getColumn() + 1 : 0);
    }

    private static InvalidExpressionException invalid(CelValidationException e) {
        if (e.getErrors().isEmpty()) {
            return new InvalidExpressionException(
                    Texts.oneLine(String.valueOf(e.getMessage())), 0, 0);
        }
        CelIssue first = e.getErrors().getFirst();
        return invalid(first.getMessage(), first.getSourceLocation());
    }
}
