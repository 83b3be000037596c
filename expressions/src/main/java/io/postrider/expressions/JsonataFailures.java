package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata.JLambda;
import com.dashjoin.jsonata.Utils;
import io.postrider.expressions.bounds.OverrunException;
import io.postrider.expressions.bounds.ValueSize;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a shape failed, in words for its author. */
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
                    case StackOverflowError _ -> "The evaluation is nested too deep.";
                    case ClassCastException _ ->
                            "A value has another type than its function or operator takes.";
                    case NullPointerException _ ->
                            "A value is missing that its function or operator needs.";
                    case NumberFormatException e -> "This is no number: " + e.getMessage();
                    case IllegalArgumentException e
                            when "argument type mismatch".equals(e.getMessage()) ->
                            "A value has another type than its function or operator takes.";
                    case IllegalArgumentException e -> String.valueOf(e.getMessage());
                    default ->
                            first.getMessage() == null
                                    ? "The shape cannot be evaluated with these values."
                                    : "The shape cannot be evaluated: " + first.getMessage();
                });
    }

    static String message(JException e) {
        String message = String.valueOf(e.getMessage());
        return switch (String.valueOf(e.getError())) {
            // What the author of the shape wrote.
            case "D3137", "D3141" -> message;
            case "D2014" -> ValueSize.tooManyEntries().reason();
            case "T0411" ->
                    "A function has too few arguments, and the context is no value that it takes.";
            // The texts of the library were translated from JavaScript word by word.
            default -> PLACEHOLDER.matcher(message).replaceAll("").replace("Object", "function");
        };
    }

    static boolean isFunction(Object value) {
        return Utils.isFunction(value) || Functions.isLambda(value) || value instanceof JLambda;
    }
}
