package io.postrider.expressions;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Parser.Symbol;
import com.dashjoin.jsonata.utils.Signature;
import com.google.re2j.Pattern;
import io.postrider.expressions.bounds.Regex;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks and prepares the tree of a JSONata expression, once; afterwards it does not change. */
final class JsonataTree {

    private static final int LEVELS = 100;
    private static final int OPTIONAL_ARGUMENTS = 8;

    private final String source;
    private final IdentityHashMap<Symbol, Integer> heights = new IdentityHashMap<>();
    private final Set<Symbol> wildcards = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Symbol> changes = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Symbol> tuples = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Symbol> called = Collections.newSetFromMap(new IdentityHashMap<>());

    private final IdentityHashMap<Symbol, Integer> partial = new IdentityHashMap<>();

    private JsonataTree(String source) {
        this.source = source;
    }

    /** Refuses a text before it is compiled. */
    static void check(String source) throws InvalidExpressionException {
        // The library keeps the callbacks that count steps as variables of these names.
        int reserved = source.indexOf("$__evaluate_");
        if (reserved >= 0) {
            throw Texts.invalid(
                    "Names of variables must not start with __evaluate_.", source, reserved);
        }
    }

    /** Replaces the regular expressions of a compiled text, and finds the places that the bounds must know. */
    static JsonataTree prepare(String source, Jsonata compiled) throws InvalidExpressionException {
        JsonataTree tree = new JsonataTree(source);
        tree.visit(SyntaxTree.of(compiled));
        tree.heights.clear();
        return tree;
    }

    /** Whether it is {@code *}, which flattens its results. */
    boolean isWildcard(Symbol symbol) {
        return !wildcards.isEmpty() && wildcards.contains(symbol);
    }

    /** Whether its value is put into an object that exists. */
    boolean changesValues(Symbol symbol) {
        return !changes.isEmpty() && changes.contains(symbol);
    }

    /** Whether each entry of its value is bound to names, with all the names before. */
    boolean makesTuples(Symbol symbol) {
        return !tuples.isEmpty() && tuples.contains(symbol);
    }

    /** Refuses to call a value that is no function; the library would write it to the standard output. */
    void checkCall(Symbol symbol, @Nullable Object value) {
        if (!called.contains(symbol) || (value != null && JsonataFailures.isFunction(value))) {
            return;
        }
        List<Symbol> steps = SyntaxTree.steps(symbol);
        String name = steps.isEmpty() ? "" : String.valueOf(SyntaxTree.value(steps.getFirst()));
        boolean forgotten = SyntaxTree.functions().lookup(name) != null;
        throw new IllegalArgumentException(
                "Attempted to invoke a non-function."
                        + (forgotten ? " Did you mean $" + name + "?" : ""));
    }

    /**
     * Gives a function of which some arguments are set only the arguments that are open. The library leaves all optional
     * arguments open too, and functions such as $map then set them to the position in the array.
     */
    void close(Symbol symbol, @Nullable Object value) {
        if (partial.isEmpty() || !(value instanceof Symbol function)) {
            return;
        }
        Integer open = partial.get(symbol);
        List<Symbol> arguments = SyntaxTree.arguments(function);
        if (open != null && open < arguments.size()) {
            SyntaxTree.arguments(function, arguments.subList(0, open));
        }
    }

    private int visit(Symbol symbol) throws InvalidExpressionException {
        Integer found = heights.get(symbol);
        if (found != null) {
            return found;
        }
        prepare(symbol);
        int height = 1;
        for (Symbol child : SyntaxTree.children(symbol)) {
            height = Math.max(height, 1 + visit(child));
        }
        if (height > LEVELS) {
            throw Texts.invalid("The expression is nested too deeply.", source, -1);
        }
        heights.put(symbol, height);
        return height;
    }

    private void prepare(Symbol symbol) throws InvalidExpressionException {
        switch (SyntaxTree.type(symbol)) {
            case "wildcard" -> wildcards.add(symbol);
            case "regex" -> replace(symbol);
            case "path" -> {
                List<Symbol> steps = SyntaxTree.steps(symbol);
                if (steps.stream().anyMatch(step -> step.tuple != null)) {
                    tuples.addAll(steps);
                }
            }
            case "transform" -> {
                add(changes, SyntaxTree.child(symbol, "update"));
                add(changes, SyntaxTree.child(symbol, "delete"));
            }
            case "function" -> add(called, SyntaxTree.child(symbol, "procedure"));
            case "apply" -> {
                Symbol right = SyntaxTree.child(symbol, "rhs");
                if (right != null && !SyntaxTree.type(right).equals("function")) {
                    called.add(right);
                }
            }
            case "partial" ->
                    partial.put(
                            symbol,
                            (int)
                                    SyntaxTree.arguments(symbol).stream()
                                            .filter(JsonataTree::isOpen)
                                            .count());
            case "lambda" -> checkSignature(symbol);
            default -> {}
        }
    }

    private static boolean isOpen(Symbol argument) {
        return SyntaxTree.type(argument).equals("operator")
                && "?".equals(String.valueOf(SyntaxTree.value(argument)));
    }

    private static void add(Set<Symbol> symbols, @Nullable Symbol symbol) {
        if (symbol != null) {
            symbols.add(symbol);
        }
    }

    private void replace(Symbol symbol) throws InvalidExpressionException {
        if (SyntaxTree.value(symbol) instanceof java.util.regex.Pattern pattern) {
            boolean anyCase = (pattern.flags() & java.util.regex.Pattern.CASE_INSENSITIVE) != 0;
            boolean lines = (pattern.flags() & java.util.regex.Pattern.MULTILINE) != 0;
            int flags = (anyCase ? Pattern.CASE_INSENSITIVE : 0) | (lines ? Pattern.MULTILINE : 0);
            try {
                SyntaxTree.value(symbol, new RegexFunction(Regex.of(pattern.pattern(), flags)));
            } catch (IllegalArgumentException e) {
                int end = SyntaxTree.position(symbol);
                throw Texts.invalid(String.valueOf(e.getMessage()), source, end - 1);
            }
        }
    }

    /** The library matches the types of arguments with a regular expression that it makes of the signature. */
    private void checkSignature(Symbol lambda) throws InvalidExpressionException {
        if (lambda.signature instanceof Signature signature) {
            String pattern = SyntaxTree.pattern(signature);
            long optional = pattern.chars().filter(c -> c == '?').count();
            if (!pattern.matches("\\^(\\((\\[[a-z]+]|f)\\??\\))*\\$")
                    || optional > OPTIONAL_ARGUMENTS) {
                throw Texts.invalid(
                        "The signature of a function may have simple types and at most 8 optional arguments.",
                        source,
                        SyntaxTree.position(lambda) - 1);
            }
        }
    }
}
