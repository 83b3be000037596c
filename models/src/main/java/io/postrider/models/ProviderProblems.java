package io.postrider.models;

import io.postrider.outbound.http.CallError;
import io.postrider.outbound.http.CallErrors;
import io.postrider.web.problem.Problem;
import java.time.Duration;
import java.util.Optional;

/** The problems of failed providers, without their key and address. */
final class ProviderProblems {

    private ProviderProblems() {}

    /**
     * The problem of a failed connection.
     *
     * @param answered whether the answer's head had arrived
     */
    static Problem of(Throwable failure, boolean answered) {
        return failure instanceof ProviderException known
                ? known.problem()
                : of(CallErrors.of(failure, answered));
    }

    private static Problem of(CallError error) {
        return switch (error) {
            case TIMEOUT ->
                    Problem.of(
                            504,
                            "provider_timeout",
                            "The provider did not complete its response in time.");
            case ADDRESS_REFUSED ->
                    Problem.of(
                            502,
                            "provider_address_refused",
                            "The host of the provider resolves to a private, local or reserved address,"
                                    + " which the operator has not allowed.");
            case DNS_FAILED,
                    CONNECT_REFUSED,
                    CONNECT_TIMEOUT,
                    CONNECT_FAILED,
                    TLS_FAILED,
                    CERTIFICATE_EXPIRED,
                    CERTIFICATE_WRONG_HOST,
                    CERTIFICATE_INVALID ->
                    Problem.of(
                            502,
                            "provider_unreachable",
                            "The provider cannot be reached. " + error.detail());
            case CONNECTION_RESET, CONNECTION_CLOSED, RESPONSE_INCOMPLETE -> brokeOff();
            case MALFORMED_RESPONSE -> malformed();
            case RESPONSE_HEADERS_TOO_LARGE -> tooLarge();
            case INTERNAL_ERROR -> Problem.internal();
        };
    }

    /** The problem of a response without a completion. */
    static Problem ofStatus(int status, Optional<Duration> retryAfter, Optional<String> message) {
        Problem problem =
                switch (status) {
                    case 401, 403 ->
                            Problem.of(
                                    502,
                                    "provider_key_refused",
                                    "The provider rejected the API key of the connection.");
                    case 429 ->
                            Problem.of(
                                    429,
                                    "provider_rate_limited",
                                    "The provider limits the rate of requests.");
                    case 400, 413, 422 -> rejected(status, message);
                    case 404, 405 ->
                            Problem.of(
                                    502,
                                    "provider_not_found",
                                    "The provider does not know the path or the model; check"
                                            + " base_url and upstream_model.");
                    default -> other(status);
                };
        // 429 without a hint would leave clients to guess.
        return retryAfter
                .or(() -> status == 429 ? Optional.of(Duration.ofSeconds(1)) : Optional.empty())
                .map(wait -> problem.retryAfter(Math.max(1, wait.toSeconds())))
                .orElse(problem);
    }

    private static Problem rejected(int status, Optional<String> message) {
        return Problem.of(
                status,
                "provider_rejected",
                message.map(text -> "The provider rejected the request: " + text)
                        .orElse("The provider rejected the request."));
    }

    private static Problem other(int status) {
        return status >= 300 && status < 400
                ? Problem.of(
                        502,
                        "provider_redirected",
                        "The provider responded with a redirect, which is not followed; check"
                                + " base_url.")
                : failed("The provider responded with status " + status + ".");
    }

    static Problem failed(String detail) {
        return Problem.of(502, "provider_failed", detail);
    }

    static Problem malformed() {
        return Problem.of(
                502, "provider_malformed", "The response of the provider is not a completion.");
    }

    static Problem tooLarge() {
        return Problem.of(
                502,
                "provider_answer_too_large",
                "The response of the provider exceeds the limit.");
    }

    static Problem brokeOff() {
        return Problem.of(
                502,
                "provider_broke_off",
                "The provider closed the connection before its response was complete.");
    }
}
