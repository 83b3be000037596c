package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiPipeline;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRouter;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Deprecation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

/** What a deprecated operation answers, on a sample: none of the real ones is deprecated. */
class DeprecationTest {

    private static final Instant SINCE = Instant.parse("2027-01-01T00:00:00Z");
    private static final Instant SUNSET = Instant.parse("2028-01-05T00:00:00Z");
    private static final String LINK = "https://example.com/changes#old";
    private static final Deprecation NOTICE = new Deprecation(SINCE, SUNSET, LINK);

    @AutoClose private final TestApi api = new TestApi();

    private final ApiRoutes sample =
            () ->
                    List.of(
                            ApiRoute.get("/api/v1/old")
                                    .scope("links:read")
                                    .deprecated(NOTICE)
                                    .to(request -> answered()),
                            ApiRoute.get("/api/v1/new")
                                    .scope("links:read")
                                    .to(request -> answered()));

    private final WebTestClient client =
            WebTestClient.bindToRouterFunction(
                            new ApiRouter(List.of(sample), api.bean(ApiPipeline.class)))
                    .build();

    private static Mono<ApiResponse> answered() {
        return Mono.just(
                ApiResponse.ok(Json.object()).with("Link", "<https://next>; rel=\"next\""));
    }

    private Caller caller(String scope) {
        return new Caller(client)
                .with("Authorization", "Bearer " + api.key(TestApi.WORKSPACE, scope));
    }

    @Test
    void everyResponseHasDeprecationSunsetAndReplacement() {
        for (Response told :
                List.of(
                        caller("links:read").get("/api/v1/old"),
                        caller("audit:read").get("/api/v1/old"),
                        new Caller(client).get("/api/v1/old"))) {
            assertThat(told.header("Deprecation")).isEqualTo("@1798761600");
            assertThat(told.header("Sunset")).isEqualTo("Wed, 05 Jan 2028 00:00:00 GMT");
            assertThat(told.headers().getOrEmpty("Link"))
                    .contains("<" + LINK + ">; rel=\"deprecation\"");
        }
    }

    @Test
    void otherLinksStayBesideIt() {
        assertThat(caller("links:read").get("/api/v1/old").headers().getOrEmpty("Link"))
                .containsExactlyInAnyOrder(
                        "<" + LINK + ">; rel=\"deprecation\"", "<https://next>; rel=\"next\"");
    }

    @Test
    void otherOperationsSayNothingOfIt() {
        Response told = caller("links:read").get("/api/v1/new");

        assertThat(told.headers().headerNames()).doesNotContain("Deprecation", "Sunset");
        assertThat(told.headers().getOrEmpty("Link"))
                .containsExactly("<https://next>; rel=\"next\"");
    }

    @Test
    void callersHaveTwelveMonths() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Deprecation(SINCE, Instant.parse("2027-12-31T23:59:59Z"), LINK))
                .withMessageContaining("12 months");
        assertThatCode(() -> new Deprecation(SINCE, Instant.parse("2028-01-01T00:00:00Z"), LINK))
                .doesNotThrowAnyException();
    }
}
