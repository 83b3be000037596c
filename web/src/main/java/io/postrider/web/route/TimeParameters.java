package io.postrider.web.route;

import io.postrider.schemas.json.Json;
import io.postrider.web.body.Times;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads query parameters that are times. */
public final class TimeParameters {

    private TimeParameters() {}

    /** The given ones of these parameters, in RFC 3339 form. */
    public static Validated<Map<String, String>> of(ApiRequest request, String... names) {
        Map<String, String> times = new LinkedHashMap<>();
        for (String name : names) {
            Optional<String> given = request.parameter(name);
            Optional<Instant> time = given.flatMap(Times::parse);
            if (given.isPresent() && time.isEmpty()) {
                return Validated.refused(
                        Problem.badParameter(
                                name,
                                "invalid_parameter",
                                "Expected an RFC 3339 time with an offset, such as 2026-11-02T09:30:00Z."));
            }
            time.ifPresent(at -> times.put(name, String.valueOf(Json.time(at))));
        }
        return Validated.valid(times);
    }
}
