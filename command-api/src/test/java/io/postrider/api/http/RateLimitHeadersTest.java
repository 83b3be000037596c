package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

class RateLimitHeadersTest {

    private static final String LINKS = "/api/v1/links";

    private final TestApi api = new TestApi();

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @Verifies("rate-limits")
    @CsvSource({
        "GET,/livez",
        "GET,/nothing",
        "GET,/api/v1/nothing",
        "GET,/api/v1/me",
        "GET,/api/v1/me?key=prk_x",
        "PUT,/api/v1/me",
        "BREW,/api/v1/me"
    })
    void everyResponseHasTheLimits(String method, String path) {
        for (Caller caller : List.of(api.anonymous(), api.callerAs("wrong"), api.caller())) {
            Response told = caller.send(HttpMethod.valueOf(method), path, null);

            String policy = told.status() == 200 && path.contains("me") ? "key" : "anonymous";
            assertThat(told.headers().get("RateLimit-Policy"))
                    .containsExactly("\"" + policy + "\";q=1000000;w=60");
            assertThat(told.headers().get("RateLimit"))
                    .containsExactly("\"" + policy + "\";r=1000000;t=60");
        }
    }

    @Test
    @Verifies("rate-limits")
    void aRefusalBehindTheGateSpeaksOfTheKey() {
        for (Response told :
                List.of(
                        api.caller("clicks:read").get(LINKS),
                        api.caller().get(LINKS + "?x=1"),
                        api.caller().post(LINKS, "{"))) {
            assertThat(told.status()).isGreaterThanOrEqualTo(400);
            assertThat(told.header("RateLimit")).startsWith("\"key\"");
        }
    }
}
