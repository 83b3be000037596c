package io.postrider.models;

import io.postrider.web.problem.Problem;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * The number of Postrider services that have forwarded a completion request. A model of one may be a model of the next; but a
 * loop would forward requests without end, each time as a new request.
 */
final class HopLimit {

    static final String HEADER = "Postrider-Hops";

    /** More than useful chains need, and few enough that a loop costs little. */
    static final int MAX = 4;

    private static final String CODE = "model_loop";

    private HopLimit() {}

    /** The hop count; above the maximum if the header is malformed. */
    static int of(HttpHeaders headers) {
        List<String> given = headers.getOrEmpty(HEADER);
        if (given.isEmpty()) {
            return 0;
        }
        return given.size() == 1 && given.getFirst().matches("[0-9]{1,2}")
                ? Integer.parseInt(given.getFirst())
                : MAX;
    }

    /** Why a request that came so far is not sent on, if so. */
    static Optional<Problem> objection(int hops) {
        return hops < MAX ? Optional.empty() : Optional.of(loop());
    }

    /** Whether a provider rejects a request because of the hop limit: then the first caller gets that problem. */
    static boolean isLoop(int status, JsonNode error) {
        return status == loop().status() && error.path("code").asString("").equals(CODE);
    }

    static Problem loop() {
        return Problem.of(
                422,
                CODE,
                "The model leads back to this service instead of a provider; check the base_url of"
                        + " its connection.");
    }
}
