package io.postrider.runtime.expressions;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A JSONata shape. */
public final class Shape {

    private final String source;
    private final Jsonata compiled;

    private Shape(String source, Jsonata compiled) {
        this.source = source;
        this.compiled = compiled;
    }

    public static Shape compile(String source) throws InvalidExpression {
        Texts.boundSource(source);
        try {
            return new Shape(source, Jsonata.jsonata(source));
        } catch (JException e) {
            throw Texts.invalid(String.valueOf(e.getMessage()), source, e.getLocation());
        } catch (RuntimeException | StackOverflowError e) {
            throw Texts.invalid(String.valueOf(e.getMessage()), source, -1);
        }
    }

    /**
     * What it makes of an input.
     *
     * @param at what {@code $now()} and {@code $millis()} answer
     * @param seed {@code $random()} answers a sequence that follows from it, so that the result is the same however
     *     often it is evaluated
     * @return JSON null for an undefined result
     */
    public synchronized JsonNode of(JsonNode input, Instant at, String seed)
            throws EvaluationFailed {
        try {
            Object plain = Json.mapper().treeToValue(input, Object.class);
            @Nullable Object result = compiled.evaluate(plain);
            return Json.mapper().valueToTree(result);
        } catch (RuntimeException | StackOverflowError e) {
            throw new EvaluationFailed(String.valueOf(e.getMessage()));
        }
    }

    public String source() {
        return source;
    }
}
