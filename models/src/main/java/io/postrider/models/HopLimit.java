package io.postrider.models;

import io.postrider.web.problem.Problem;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * How many services of this kind a request for a completion has been sent on by. A model of one may be a model of the next; but
 * what leads back to itself would be sent on for ever, each time as a new request.
 */
final class HopLimit {

    static final String HEADER = "Postrider-Hops";

    /** As many as anybody has a use for, and few enough that a circle costs little. */
    static final int MAX = 4;

    private static final String CODE = "model_loop";

    private HopLimit() {}

    /** So many; as good as too many where that cannot be read. */
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

    /** Whether a provider refuses because of this: then it is for whoever asked first to know. */
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
