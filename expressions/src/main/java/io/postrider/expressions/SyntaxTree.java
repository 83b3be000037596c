package io.postrider.expressions;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Parser;
import com.dashjoin.jsonata.Parser.Symbol;
import com.dashjoin.jsonata.utils.Signature;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Access to package-private parts of the JSONata library, such as the syntax tree. It is needed to replace regular expressions
 * by terminating ones, and to detect texts that would take years to parse.
 */
final class SyntaxTree {

    private static final Field TREE = field(Jsonata.class, "ast");
    private static final Field FUNCTIONS = field(Jsonata.class, "staticFrame");
    private static final Field TYPE = field(Symbol.class, "type");
    private static final Field VALUE = field(Symbol.class, "value");
    private static final Field STEPS = field(Symbol.class, "steps");
    private static final Field ARGUMENTS = field(Symbol.class, "arguments");
    private static final Field POSITION = field(Symbol.class, "position");
    private static final Field SIGNATURE = field(Signature.class, "_signature");
    private static final List<Field> CHILDREN =
            Arrays.stream(Symbol.class.getDeclaredFields())
                    .filter(SyntaxTree::canHoldSymbols)
                    .toList();
    private static final Field SYMBOLS = field(Parser.class, "symbolTable");
    private static final Method PARSER = parser();

    private SyntaxTree() {}

    /** The tree that an expression evaluates. */
    static Symbol of(Jsonata compiled) {
        return (Symbol) required(get(TREE, compiled));
    }

    /** The functions that all expressions see. */
    static Jsonata.Frame functions() {
        try {
            return (Jsonata.Frame) FUNCTIONS.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Watches the tokens that the parser of this thread reads from now on. */
    static JsonataSymbols watch() {
        try {
            Object parser = PARSER.invoke(null);
            @SuppressWarnings("unchecked") // As the library declares it.
            Map<String, Symbol> symbols = (Map<String, Symbol>) SYMBOLS.get(parser);
            JsonataSymbols watched = new JsonataSymbols(symbols);
            SYMBOLS.set(parser, watched);
            return watched;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static String type(Symbol symbol) {
        return String.valueOf(get(TYPE, symbol));
    }

    static @Nullable Object value(Symbol symbol) {
        return get(VALUE, symbol);
    }

    static void value(Symbol symbol, Object value) {
        set(VALUE, symbol, value);
    }

    static List<Symbol> steps(Symbol symbol) {
        List<Symbol> steps = new ArrayList<>();
        add(steps, get(STEPS, symbol));
        return steps;
    }

    static List<Symbol> arguments(Symbol symbol) {
        List<Symbol> arguments = new ArrayList<>();
        add(arguments, get(ARGUMENTS, symbol));
        return arguments;
    }

    static void arguments(Symbol symbol, List<Symbol> arguments) {
        set(ARGUMENTS, symbol, arguments);
    }

    static int position(Symbol symbol) {
        return get(POSITION, symbol) instanceof Integer position ? position : -1;
    }

    /** The regular expression that the arguments of a function with this signature must match. */
    static String pattern(Signature signature) {
        return String.valueOf(get(SIGNATURE, signature));
    }

    /** The child in a field of this name. */
    static @Nullable Symbol child(Symbol symbol, String name) {
        for (Field field : CHILDREN) {
            if (field.getName().equals(name) && get(field, symbol) instanceof Symbol child) {
                return child;
            }
        }
        return null;
    }

    static List<Symbol> children(Symbol symbol) {
        List<Symbol> children = new ArrayList<>();
        for (Field field : CHILDREN) {
            add(children, get(field, symbol));
        }
        return children;
    }

    private static void add(List<Symbol> children, @Nullable Object value) {
        switch (value) {
            case Symbol child -> children.add(child);
            case Symbol[] pair -> children.addAll(Arrays.asList(pair));
            case List<?> list -> list.forEach(element -> add(children, element));
            case null, default -> {}
        }
    }

    private static boolean canHoldSymbols(Field field) {
        Class<?> type = field.getType();
        boolean can = type == Symbol.class || type == List.class || type == Object.class;
        if (!can || field.isSynthetic() || Modifier.isStatic(field.getModifiers())) {
            return false;
        }
        field.setAccessible(true);
        return true;
    }

    private static @Nullable Object get(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void set(Field field, Object of, Object value) {
        try {
            field.set(of, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object required(@Nullable Object value) {
        if (value == null) {
            throw new JException("The expression is empty.");
        }
        return value;
    }

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method parser() {
        try {
            Method method = Jsonata.class.getDeclaredMethod("getParser");
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
