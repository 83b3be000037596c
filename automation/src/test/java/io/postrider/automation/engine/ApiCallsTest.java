package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.rules.ActionType;
import io.postrider.platform.secrets.RunToken;
import io.postrider.schemas.Cause;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of each answer of the API. */
class ApiCallsTest {

    private static final RunToken TOKEN =
            new RunToken(TestEngine.WORKSPACE, "rul_1", List.of(), new Cause("evt_1", "run_1", 1));

    private final RecordingReceiver api = RecordingReceiver.start();
    private final ApiCalls calls =
            new ApiCalls(api.url(""), TestEngine.key(), () -> TestEngine.START);

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({
        "200,'',Done",
        "201,'',Done",
        "202,'',Done",
        "400,validation_failed,Failed",
        "401,unauthorized,Failed",
        "403,forbidden,Failed",
        "404,not_found,Failed",
        "409,slug_taken,Failed",
        "409,idempotency_in_flight,Again",
        "422,idempotency_mismatch,Failed",
        "429,rate_limited,Again",
        "500,internal_error,Again",
        "503,unavailable,Again"
    })
    void theAnswerDecidesOnTheOutcome(int status, String code, String outcome) {
        api.answerWith(json(status, "{\"code\":\"%s\"}".formatted(code)));

        assertThat(call(Json.object()).getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void theOutputIsTheBody() {
        api.answerWith(json(201, "{\"id\":\"lnk_1\"}"));

        assertThat(call(Json.object()))
                .isEqualTo(new Outcome.Done(Json.object().put("id", "lnk_1")));
    }

    @Test
    void anErrorNamesTheFieldsThatAreWrong() {
        api.answerWith(
                json(
                        422,
                        """
                        {"code":"validation_failed","detail":"The body is wrong.",
                         "errors":[{"pointer":"/url","detail":"Expected a URL."},{"pointer":"/slug","detail":"Too long."}]}
                        """));

        assertThat(call(Json.object()))
                .isEqualTo(
                        new Outcome.Failed(
                                "422 validation_failed: The body is wrong. /url: Expected a URL."
                                        + " /slug: Too long."));
    }

    @Test
    void anAnswerWithoutAProblemHasItsStatus() {
        api.answerWith(StubResponse.status(404, Map.of(), "<html>"));

        assertThat(call(Json.object())).isEqualTo(new Outcome.Failed("404 : "));
    }

    @Test
    void theApiSaysWhenItMayBeCalledAgain() {
        api.answerWith(
                StubResponse.status(
                        429, Map.of("Retry-After", "30"), "{\"code\":\"rate_limited\"}"));

        assertThat(call(Json.object()))
                .isEqualTo(
                        new Outcome.Again(
                                "429 rate_limited: ", Optional.of(Duration.ofSeconds(30))));
    }

    @Test
    void anApiThatDoesNotAnswerIsCalledAgain() {
        Outcome again = new Outcome.Again("The API does not respond.", Optional.empty());
        api.answerWith(StubResponse.rawThenReset(""));
        assertThat(call(Json.object())).isEqualTo(again);

        api.close();
        assertThat(call(Json.object())).isEqualTo(again);
    }

    private Outcome call(ObjectNode input) {
        return calls.call(TOKEN, "eff_1", ActionType.LINKS_CREATE, input)
                .blockOptional()
                .orElseThrow();
    }
}
