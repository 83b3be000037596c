package io.postrider.identity.keys;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What keys can be made of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyRoutesTest {

    private static final Pattern PLACE = Pattern.compile("#/scopes/(\\d+)");

    @AutoClose private final TestApi api = new TestApi();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"n\"}",
                "{\"name\":\"n\",\"scopes\":[]}",
                "{\"name\":\"n\",\"preset\":null}",
                "{\"name\":\"n\",\"scopes\":[],\"preset\":null}"
            })
    void aKeyWithoutScopesIsNotMade(String body) {
        Response told = api.caller().post("/api/v1/keys", body);

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.text()).contains("#/scopes", "Expected scopes or a preset.");
    }

    @Test
    void allErrorsAreReportedAtOnce() {
        Response told =
                api.caller()
                        .post(
                                "/api/v1/keys",
                                "{\"name\":\"\",\"scopes\":[\"links:read\"],\"expires_at\":\"2020-01-01T00:00:00Z\"}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .containsExactlyInAnyOrder("#/name invalid_length", "#/expires_at in_the_past");
    }

    @Test
    void allErrorsOfALinkAreReportedAtOnce() {
        Response told =
                api.caller()
                        .post(
                                "/api/v1/links",
                                "{\"url\":\"ftp://x.test\",\"starts_at\":\"2030-01-02T00:00:00Z\",\"expires_at\":\"2030-01-01T00:00:00Z\"}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .hasSize(2)
                .anyMatch(error -> error.startsWith("#/url "))
                .contains("#/expires_at not_after_start");
    }

    @ParameterizedTest
    @Verifies("key-grants")
    @CsvSource(
            delimiter = '|',
            value = {
                "\"ip_allow\":[\"10.1.2.0/24\",\"10.1.9.9\"]              | 201 |",
                "\"ip_allow\":[\"10.1.2.0/24\",\"10.0.0.0/8\"]            | 403 | ip_allow/1",
                "\"ip_allow\":[\"::/0\"]                                  | 403 | ip_allow/0",
                "\"requests_per_minute\":50                               | 403 | ip_allow",
                "\"ip_allow\":[\"10.1.0.0/16\"],\"requests_per_minute\":51  | 403 | requests_per_minute",
                "\"ip_allow\":[\"10.1.0.0/16\"],\"expires_at\":\"9999-01-01T00:00:00Z\" | 403 | expires_at",
                "\"ip_allow\":[\"10.1.0.0/16\"],\"expires_at\":null         | 403 | expires_at",
            })
    void aKeyMintsNoKeyThatReachesFurtherThanItself(
            String fields, int status, @Nullable String pointer) {
        Instant end = api.now().plusSeconds(600);
        api.peer(new byte[] {10, 1, 2, 3});
        String own =
                api.key(
                        TestApi.WORKSPACE,
                        key ->
                                with(
                                        with(
                                                with(key, "ipAllow", List.of("10.1.0.0/16")),
                                                "expiresAt",
                                                end),
                                        "requestsPerMinute",
                                        50),
                        "keys:write");
        String rest =
                Stream.of("\"expires_at\":\"" + end + "\"", "\"requests_per_minute\":50")
                        .filter(field -> !fields.contains(field.substring(0, 10)))
                        .map(field -> "," + field)
                        .collect(Collectors.joining());

        Response told =
                api.callerAs(own)
                        .post(
                                "/api/v1/keys",
                                "{\"name\":\"n\",\"scopes\":[\"keys:read\"],"
                                        + fields
                                        + rest
                                        + "}");

        assertThat(told.status()).isEqualTo(status);
        if (pointer != null) {
            assertThat(told.code()).isEqualTo("exceeds_own");
            assertThat(told.errors()).containsExactly("#/" + pointer + " exceeds_own");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"bogus\",5]               | 0,1",
                "[\"links:read\",5]          | 1",
                "[\"links:read\",5,7]        | 1,2",
                "[5,\"links:read\",\"bogus\"] | 0",
            })
    void everyFaultPointsToItsOwnEntry(String scopes, String places) {
        Response told =
                api.caller().post("/api/v1/keys", "{\"name\":\"n\",\"scopes\":" + scopes + "}");

        assertThat(
                        PLACE.matcher(told.text())
                                .results()
                                .map(found -> found.group(1))
                                .sorted()
                                .collect(Collectors.joining(",")))
                .isEqualTo(places);
    }

    @Test
    @Verifies("key-shown-once")
    void aSecretIsShownOnce() {
        Caller owner = api.caller().with("Idempotency-Key", "once");
        String body = "{\"name\":\"n\",\"scopes\":[\"links:read\"]}";
        Response made = owner.post("/api/v1/keys", body);
        String path = "/api/v1/keys/" + made.member("id");
        String secret = made.member("secret");
        assertThat(secret).startsWith("prk_live_");

        Response repeated = owner.post("/api/v1/keys", body);

        assertThat(repeated.status()).isEqualTo(201);
        assertThat(repeated.member("id")).isEqualTo(made.member("id"));
        assertThat(repeated.body().path("secret").isNull()).isTrue();
        assertThat(repeated.body().path("secret_available").booleanValue()).isFalse();
        String random = secret.substring(secret.lastIndexOf('_') + 1);
        for (Response told :
                List.of(
                        repeated,
                        owner.get(path),
                        owner.get("/api/v1/keys"),
                        owner.patch(path, "{\"name\":\"renamed\"}"),
                        api.caller().post(path + "/revoke"))) {
            assertThat(told.status()).isIn(200, 201);
            assertThat(told.text()).doesNotContain(random);
        }
    }
}
