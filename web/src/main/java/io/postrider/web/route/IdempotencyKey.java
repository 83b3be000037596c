package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** Reads the Idempotency-Key header: 1 to 255 visible ASCII characters, bare or in quotation marks. */
final class IdempotencyKey {

    static final String HEADER = "Idempotency-Key";

    private static final int LENGTH_MAX = 255;

    private IdempotencyKey() {}

    static Validated<Optional<String>> of(HttpHeaders headers) {
        return SingleHeader.of(headers, HEADER)
                .then(given -> given.isEmpty() ? Validated.valid(given) : read(given.get()));
    }

    private static Validated<Optional<String>> read(String given) {
        boolean quoted = given.length() >= 2 && given.startsWith("\"") && given.endsWith("\"");
        String key = quoted ? given.substring(1, given.length() - 1) : given;
        boolean usable =
                !key.isEmpty()
                        && key.length() <= LENGTH_MAX
                        && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
        return usable
                ? Validated.valid(Optional.of(key))
                : Validated.refused(
                        Problem.of(
                                400,
                                "idempotency_key_invalid",
                                "Expected an Idempotency-Key of 1 to 255 visible ASCII characters."));
    }
}
