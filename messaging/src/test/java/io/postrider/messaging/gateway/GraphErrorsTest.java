package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.messages.MessageError;
import io.postrider.messaging.gateway.SendOutcome.Again;
import io.postrider.messaging.gateway.SendOutcome.Failed;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What an answer other than 2xx stands for. */
class GraphErrorsTest {

    private static final Duration ASKED = Duration.ofSeconds(90);

    @ParameterizedTest
    @CsvSource({
        "400,33,message",
        "400,100,message",
        "500,100,message",
        "400,131008,message",
        "400,131009,message",
        "400,131048,message",
        "400,131053,message",
        "400,132000,message",
        "400,132001,message",
        "400,132015,message",
        "400,131021,recipient",
        "400,131026,recipient",
        "400,131030,recipient",
        "400,131047,recipient",
        "400,131049,recipient",
        "400,131050,recipient",
        "400,130472,recipient"
    })
    void aMessageThatIsRefusedForGoodMustBeChanged(int status, int code, String scope) {
        assertThat(outcome(status, code)).isEqualTo(new Failed(error(code, false, scope)));
    }

    @ParameterizedTest
    @CsvSource({
        "400,3",
        "403,10",
        "403,131005",
        "400,368",
        "400,131031",
        "400,131042",
        "400,130497"
    })
    void accountErrorsAreRetryable(int status, int code) {
        assertThat(outcome(status, code)).isEqualTo(new Failed(error(code, true, "account")));
    }

    @ParameterizedTest
    @CsvSource({"401,0", "401,190", "400,190"})
    void aTokenThatIsRefusedIsNoFailure(int status, int code) {
        assertThat(outcome(status, code))
                .isEqualTo(new SendOutcome.Unauthorized(error(code, true, "account")));
    }

    @ParameterizedTest
    @CsvSource({
        "500,1,instance",
        "400,2,instance",
        "500,131000,instance",
        "400,131016,instance",
        "400,131057,instance",
        "400,133004,instance",
        "429,130429,instance",
        "400,130429,instance",
        "400,131056,recipient",
        "400,4,account",
        "429,80007,account"
    })
    void rateLimitedCallsAreRetriedAfterTheRequestedTime(int status, int code, String scope) {
        assertThat(outcome(status, code))
                .isEqualTo(new Again(error(code, true, scope), Optional.of(ASKED)));
    }

    @Test
    void aRecipientThatGetsTooMuchIsLeftAloneForSixSeconds() {
        assertThat(GraphErrors.of(400, body(131_056), Optional.empty()))
                .isEqualTo(
                        new Again(
                                error(131_056, true, "recipient"),
                                Optional.of(Duration.ofSeconds(6))));
    }

    @ParameterizedTest
    @CsvSource({
        "200,false",
        "302,false",
        "404,false",
        "413,false",
        "429,true",
        "500,true",
        "503,true"
    })
    void theStatusDecidesWhereThereIsNoCode(int status, boolean again) {
        MessageError told =
                new MessageError(
                        "http_" + status,
                        "The provider responded with status " + status + ".",
                        again,
                        "instance");
        SendOutcome expected = again ? new Again(told, Optional.of(ASKED)) : new Failed(told);

        for (JsonNode body :
                new @Nullable JsonNode[] {
                    null,
                    json("{}"),
                    json("[]"),
                    json("{'error':'x'}"),
                    json("{'error':{'code':'190'}}"),
                    json("{'error':{'code':1.5}}")
                }) {
            assertThat(GraphErrors.of(status, body, Optional.of(ASKED)))
                    .as(String.valueOf(body))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'code':1,'message':'m','title':'t','error_data':{'details':'d'}} | d",
                "{'code':1,'message':'m','title':'t'} | m",
                "{'code':1,'title':'t'} | t",
                "{'code':1} | The provider gave no reason."
            })
    void theMostSpecificReasonIsReported(String error, String detail) {
        assertThat(GraphErrors.of(json(error)).detail()).isEqualTo(detail);
    }

    private static SendOutcome outcome(int status, int code) {
        return GraphErrors.of(status, body(code), Optional.of(ASKED));
    }

    private static JsonNode body(int code) {
        return json("{'error':{'code':%d,'message':'No.'}}".formatted(code));
    }

    private static MessageError error(int code, boolean retryable, String scope) {
        return new MessageError(Integer.toString(code), "No.", retryable, scope);
    }

    private static JsonNode json(String quoted) {
        return Json.mapper().readTree(quoted.replace('\'', '"'));
    }
}
