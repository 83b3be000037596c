package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** Reads headers that must not occur twice. */
final class SingleHeader {

    private SingleHeader() {}

    static Validated<Optional<String>> of(HttpHeaders headers, String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        return values.size() > 1
                ? Validated.refused(
                        Problem.of(
                                400, "duplicate_header", "Expected the header " + name + " once."))
                : Validated.valid(values.stream().findFirst().map(String::strip));
    }
}
