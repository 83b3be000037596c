package io.postrider.web.body;

import io.postrider.domain.kernel.FieldError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads single values of a body and collects their errors. */
final class FieldReader {

    private static final TextRule TIME = TextRule.line(1, 40);

    private final List<FieldError> errors = new ArrayList<>();

    List<FieldError> errors() {
        return List.copyOf(errors);
    }

    void fault(FieldError error) {
        errors.add(error);
    }

    Optional<String> text(String pointer, JsonNode node, TextRule rule) {
        if (!node.isString()) {
            return wrongType(pointer, "a string");
        }
        Optional<FieldError> objection = rule.objection(pointer, node.stringValue());
        objection.ifPresent(this::fault);
        return objection.isPresent() ? Optional.empty() : Optional.of(node.stringValue());
    }

    Optional<Long> number(String pointer, JsonNode node, long min, long max) {
        if (!node.isIntegralNumber()) {
            return wrongType(pointer, "a whole number");
        }
        boolean within =
                node.canConvertToLong() && node.longValue() >= min && node.longValue() <= max;
        return within
                ? Optional.of(node.longValue())
                : faulty(pointer, "out_of_range", "Expected " + min + " to " + max + ".");
    }

    Optional<Double> decimal(String pointer, JsonNode node, double min, double max) {
        if (!node.isNumber()) {
            return wrongType(pointer, "a number");
        }
        double number = node.doubleValue();
        return number >= min && number <= max
                ? Optional.of(number)
                : faulty(pointer, "out_of_range", "Expected " + min + " to " + max + ".");
    }

    Optional<Boolean> flag(String pointer, JsonNode node) {
        return node.isBoolean()
                ? Optional.of(node.booleanValue())
                : wrongType(pointer, "true or false");
    }

    Optional<Instant> time(String pointer, JsonNode node) {
        return text(pointer, node, TIME)
                .flatMap(text -> {
                    Optional<Instant> time = Times.parse(text);
                    return time.isPresent()
                            ? time
                            : faulty(
                                    pointer,
                                    "invalid_time",
                                    "Expected an RFC 3339 time with an offset, such as 2026-11-02T09:30:00Z.");
                });
    }

    <T> Optional<T> wrongType(String pointer, String expected) {
        return faulty(pointer, "invalid_type", "Expected " + expected + ".");
    }

    <T> Optional<T> faulty(String pointer, String code, String detail) {
        fault(new FieldError(pointer, code, detail));
        return Optional.empty();
    }
}
