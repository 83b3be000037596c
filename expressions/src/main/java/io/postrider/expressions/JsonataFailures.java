package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata.JLambda;
import com.dashjoin.jsonata.Utils;
import io.postrider.expressions.bounds.OverrunException;
import io.postrider.expressions.bounds.ValueSize;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reason of a failure, in words for the author of the expression. */
final class JsonataFailures {

    private static final Pattern PLACEHOLDER =
            Pattern.compile("^JS[Oo][Nn]ataException |\\{+\\w+}+");

    private JsonataFailures() {}

    static EvaluationException of(Throwable failure, @Nullable OverrunException overrun) {
        if (overrun != null) {
            return new EvaluationException(overrun.reason());
        }
        Throwable first = failure;
        while (first.getCause() != null && !(first instanceof JException)) {
            first = first.getCause();
        }
        return new EvaluationException(
                switch (first) {
                    case JException e -> message(e);
                    case OverrunException e -> e.reason();
                    case StackOverflowError _ -> "The evaluation is nested too deeply.";
                    case ClassCastException _ ->
                            "A function or operator does not accept the type of a value.";
                    case NullPointerException _ -> "A function or operator lacks a required value.";
                    case NumberFormatException e -> "This is not a number: " + e.getMessage();
                    case IllegalArgumentException e
                            when "argument type mismatch".equals(e.getMessage()) ->
                            "A function or operator does not accept the type of a value.";
                    case IllegalArgumentException e -> String.valueOf(e.getMessage());
                    default ->
                            first.getMessage() == null
                                    ? "The expression cannot be evaluated with these values."
                                    : "The expression cannot be evaluated: " + first.getMessage();
                });
    }

    static String message(JException e) {
        String message = String.valueOf(e.getMessage());
        return switch (String.valueOf(e.getError())) {
            // The expression of the author.
            case "D3137", "D3141" -> message;
            case "D2014" -> ValueSize.tooManyEntries().reason();
            case "T0411" ->
                    "A function has too few arguments, and it does not accept the context value instead.";
            // The texts of the library were translated from JavaScript word by word.
            default -> PLACEHOLDER.matcher(message).replaceAll("").replace("Object", "function");
        };
    }

    static boolean isFunction(Object value) {
        return Utils.isFunction(value) || Functions.isLambda(value) || value instanceof JLambda;
    }
}
