package io.postrider.webhooks.sending;

import io.postrider.outbound.http.CallError;
import java.time.Duration;
import java.util.Optional;

/** How one attempt ended. */
public sealed interface AttemptResult {

    /** The receiver has it: 2xx. */
    record Delivered(ReceivedResponse response, Duration duration) implements AttemptResult {}

    /** The receiver wants nothing any more: 410. */
    record Gone(ReceivedResponse response, Duration duration) implements AttemptResult {}

    /**
     * The receiver is overloaded: 429, 502, 503 or 504.
     *
     * @param retryAfter how long it asked to be left alone, at most a day
     */
    record Throttled(ReceivedResponse response, Optional<Duration> retryAfter, Duration duration)
            implements AttemptResult {}

    /** The receiver answered anything else, redirects included. */
    record Failed(ReceivedResponse response, Duration duration) implements AttemptResult {}

    /**
     * There was no whole answer.
     *
     * @param partial what had arrived of one
     */
    record Unreachable(CallError error, Optional<ReceivedResponse> partial, Duration duration)
            implements AttemptResult {}

    /** Nothing was tried, since this node has as many attempts under way as it may: not an attempt, try again soon. */
    record NotStarted() implements AttemptResult {}

    /** Judges a whole answer by its status. */
    static AttemptResult judged(
            ReceivedResponse response, Optional<Duration> retryAfter, Duration duration) {
        int status = response.status();
        if (status >= 200 && status <= 299) {
            return new Delivered(response, duration);
        }
        return switch (status) {
            case 410 -> new Gone(response, duration);
            case 429, 502, 503, 504 -> new Throttled(response, retryAfter, duration);
            default -> new Failed(response, duration);
        };
    }
}
