package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.testkit.http.RawConnection.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedTargetTest {

    private final ApiServer server = new ApiServer();

    @AfterAll
    void close() {
        server.close();
    }

    private JsonNode refused(String target) throws Exception {
        try (RawConnection client = server.connect()) {
            Response response = client.get(target).read();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.header("content-type")).isEqualTo("application/problem+json");
            JsonNode body = Json.mapper().readTree(response.body());
            assertThat(body.path("request_id").asString(""))
                    .isEqualTo(response.header("x-request-id"));
            return body;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/links?q=%, q",
        "/api/v1/links?tag=a&q=%zz&limit=1, q",
        "/api/v1/links?q=1%, q",
        "/api/v1/links?limit=1&%zz=1, %zz=1",
        "/api/v1/links?q={a}, q",
        "/api/v1/links?tag=a&a|b=1, a|b",
        "/nothing?q=%, q"
    })
    void theParameterIsNamedThatIsNoPartOfAUrl(String target, String name) throws Exception {
        JsonNode body = refused(target);

        assertThat(body.path("code").asString("")).isEqualTo("malformed_query");
        assertThat(body.path("errors")).hasSize(1);
        assertThat(body.path("errors").path(0).path("parameter").asString("")).isEqualTo(name);
    }

    @ParameterizedTest
    @Verifies("no-stack-traces")
    @CsvSource({"/api/v1/links/%", "/api/v1/%zz?q=1", "/api/v1/{id}"})
    void invalidPathsDifferFromInvalidRequests(String target) throws Exception {
        assertThat(refused(target).path("code").asString("")).isEqualTo("malformed_url");
    }

    @Test
    void aKeyInTheQueryComesFirst() throws Exception {
        assertThat(refused("/api/v1/links?q=%&key=prk_x").path("code").asString(""))
                .isEqualTo("key_in_url");
    }

    @Test
    void malformedRequestsStayInvalid() throws Exception {
        try (RawConnection client = server.connect()) {
            Response response = client.say("GET\r\n\r\n").read();

            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("malformed_request");
        }
    }

    @Test
    void theConnectionGoesOn() throws Exception {
        try (RawConnection client = server.connect()) {
            assertThat(client.get("/livez?q=%").read().status()).isEqualTo(400);
            assertThat(client.get("/livez").read().status()).isEqualTo(200);
        }
    }
}
