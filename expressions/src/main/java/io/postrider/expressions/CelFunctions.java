package io.postrider.expressions;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.RuntimeHelpers;
import io.postrider.expressions.bounds.Joins;
import io.postrider.expressions.bounds.Regex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions of CEL whose own implementation could use unlimited time or memory. The others produce at most twice their
 * input.
 */
final class CelFunctions {

    private static final int DURATION_CHARS = 100;

    private CelFunctions() {}

    static List<CelFunctionBinding> all() {
        List<CelFunctionBinding> all = new ArrayList<>();
        all.addAll(
                CelFunctionBinding.fromOverloads(
                        "matches",
                        binary("matches", CelFunctions::matches),
                        binary("matches_string", CelFunctions::matches)));
        all.addAll(
                CelFunctionBinding.fromOverloads(
                        "contains", binary("contains_string", CelFunctions::contains)));
        all.addAll(
                CelFunctionBinding.fromOverloads(
                        "duration",
                        CelFunctionBinding.from(
                                "duration_to_duration", Duration.class, value -> value),
                        CelFunctionBinding.from(
                                "string_to_duration", String.class, CelFunctions::duration)));
        all.addAll(CelTexts.all());
        return all;
    }

    private static CelFunctionBinding binary(
            String id, CelFunctionOverload.Binary<String, String> body) {
        return CelFunctionBinding.from(id, String.class, String.class, body);
    }

    private static Object matches(String text, String regex) {
        try {
            return Regex.of(regex, 0).isIn(text);
        } catch (IllegalArgumentException e) {
            throw new CelInvalidArgumentException(String.valueOf(e.getMessage()));
        }
    }

    private static Object contains(String text, String part) {
        return Joins.next(text, part, 0) >= 0;
    }

    private static Object duration(String text) {
        // The library reads it part by part, and copies the rest each time.
        if (text.length() > DURATION_CHARS) {
            throw new CelInvalidArgumentException("A duration has at most 100 characters.");
        }
        try {
            return RuntimeHelpers.createJavaDurationFromString(text);
        } catch (IllegalArgumentException e) {
            throw new CelInvalidArgumentException(String.valueOf(e.getMessage()));
        }
    }
}
