package io.postrider.web.resource;

import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The minimum position of a read, and the time that the read may wait for it.
 *
 * @param token the write that the read must include; empty for no minimum
 */
record ReadConsistency(Optional<ConsistencyToken> token, Duration longest) {

    private static final Duration DEFAULT = Duration.ofSeconds(2);
    private static final long SECONDS_MAX = 10;
    private static final Pattern WAIT =
            Pattern.compile("(?:^|[,;])\\s*wait\\s*=\\s*\"?([0-9]{1,6})\"?\\s*(?=$|[,;])");

    /** No minimum. */
    static final ReadConsistency NONE = new ReadConsistency(Optional.empty(), Duration.ZERO);

    /** The wait for another write, as long as the caller allows and at most the given time. */
    ReadConsistency until(ConsistencyToken other, Duration atMost) {
        return new ReadConsistency(
                Optional.of(other), longest.compareTo(atMost) < 0 ? longest : atMost);
    }

    static Validated<ReadConsistency> of(ApiRequest request) {
        return request.header(WriteResult.TOKEN_HEADER)
                .then(given -> {
                    Optional<ConsistencyToken> token = given.flatMap(ConsistencyToken::parse);
                    return given.isPresent() && token.isEmpty()
                            ? Validated.refused(
                                    Problem.of(
                                            400,
                                            "consistency_token_invalid",
                                            "Expected the Consistency-Token of a write, since the last move to another cluster."))
                            : Validated.valid(new ReadConsistency(token, wait(request)));
                });
    }

    /** A preference that cannot be understood is passed over (RFC 7240). */
    private static Duration wait(ApiRequest request) {
        for (String line : request.headers().getOrEmpty("Prefer")) {
            Matcher wait = WAIT.matcher(line);
            if (wait.find()) {
                return Duration.ofSeconds(Math.min(SECONDS_MAX, Long.parseLong(wait.group(1))));
            }
        }
        return DEFAULT;
    }
}
