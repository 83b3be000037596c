package io.postrider.messaging.gateway;

import io.postrider.domain.messages.MessageError;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the errors of the Graph API. The code decides; the HTTP status decides where there is no code. */
final class GraphErrors {

    private static final Set<Integer> SERVER = Set.of(1, 2, 131_000, 131_016, 131_057, 133_004);
    private static final Set<Integer> THROTTLED_ACCOUNT = Set.of(4, 80_007);
    private static final Set<Integer> TOKEN = Set.of(0, 190);
    private static final Set<Integer> ACCOUNT =
            Set.of(0, 190, 3, 10, 131_005, 368, 131_031, 131_042, 130_497);
    private static final Set<Integer> RECIPIENT =
            Set.of(131_026, 131_047, 131_049, 131_050, 130_472, 131_021, 131_030);

    /** In place of a code that is no number. */
    private static final int UNKNOWN = -1;

    private static final int UNAUTHORIZED = 401;

    private static final int THROTTLED_NUMBER = 130_429;
    private static final int THROTTLED_PAIR = 131_056;
    private static final Duration PAIR_PAUSE = Duration.ofSeconds(6);

    private GraphErrors() {}

    /**
     * The outcome that an answer other than 2xx stands for.
     *
     * @param body null where it is no JSON
     */
    static SendOutcome of(int status, @Nullable JsonNode body, Optional<Duration> retryAfter) {
        JsonNode error = body == null ? null : body.path("error");
        if (error == null || !error.path("code").isInt()) {
            boolean again = status >= 500 || status == 429 || status == UNAUTHORIZED;
            MessageError unreadable =
                    new MessageError(
                            "http_" + status,
                            "The provider responded with status " + status + ".",
                            again,
                            "instance");
            if (status == UNAUTHORIZED) {
                return new SendOutcome.Unauthorized(unreadable);
            }
            return again
                    ? new SendOutcome.Again(unreadable, retryAfter)
                    : new SendOutcome.Failed(unreadable);
        }
        return of(error, retryAfter);
    }

    private static SendOutcome of(JsonNode error, Optional<Duration> retryAfter) {
        int code = error.path("code").asInt(UNKNOWN);
        if (code == THROTTLED_PAIR) {
            return new SendOutcome.Again(
                    error(error, true, "recipient"), Optional.of(retryAfter.orElse(PAIR_PAUSE)));
        }
        if (code == THROTTLED_NUMBER || SERVER.contains(code)) {
            return new SendOutcome.Again(error(error, true, "instance"), retryAfter);
        }
        if (THROTTLED_ACCOUNT.contains(code)) {
            return new SendOutcome.Again(error(error, true, "account"), retryAfter);
        }
        return TOKEN.contains(code)
                ? new SendOutcome.Unauthorized(of(error))
                : new SendOutcome.Failed(of(error));
    }

    /** The error of a message that the provider failed to send or to deliver. */
    static MessageError of(JsonNode error) {
        int code = error.path("code").asInt(UNKNOWN);
        if (ACCOUNT.contains(code)) {
            return error(error, true, "account");
        }
        return error(error, false, RECIPIENT.contains(code) ? "recipient" : "message");
    }

    private static MessageError error(JsonNode error, boolean retryable, String scope) {
        String details = error.path("error_data").path("details").asString("");
        String text = details.isEmpty() ? error.path("message").asString("") : details;
        String detail =
                text.isEmpty()
                        ? error.path("title").asString("The provider gave no reason.")
                        : text;
        return new MessageError(error.path("code").asString("unknown"), detail, retryable, scope);
    }
}
