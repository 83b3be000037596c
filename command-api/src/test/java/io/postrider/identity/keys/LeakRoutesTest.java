package io.postrider.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LeakRoutesTest {

    private static final String REPORT = "/api/v1/credentials/report";
    private static final String ME = "/api/v1/me";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    @Verifies("key-leak-report")
    void aKeyThatIsReportedIsRevokedAtTheAnswer() {
        Response made = make();
        Caller caller = api.callerAs(made.member("secret"));
        assertThat(caller.get(ME).status()).isEqualTo(200);

        Response told = report(made.member("secret"), "something else");

        assertThat(told.status()).isEqualTo(202);
        assertThat(told.body().path("received").asInt()).isEqualTo(2);
        assertThat(caller.get(ME).status()).isEqualTo(401);
        EventRecord event = api.log().events().getLast();
        assertThat(event.header().type()).isEqualTo("key.revoked");
        assertThat(event.header().actor()).isEqualTo(Actor.system("leak-report"));
    }

    @Test
    @Verifies("key-leak-report")
    void bothSecretsOfARotationCount() {
        Response made = make();
        String path = "/api/v1/keys/" + made.member("id") + "/rotate";
        Response rotated = api.caller().post(path, "{\"overlap\":\"PT1H\"}");
        assertThat(rotated.status()).isEqualTo(200);

        report(made.member("secret"));

        assertThat(api.callerAs(rotated.member("secret")).get(ME).status()).isEqualTo(401);
    }

    @Test
    void anExpiredOverlapSecretRevokesNothing() {
        Response made = make();
        String path = "/api/v1/keys/" + made.member("id") + "/rotate";
        Response rotated = api.caller().post(path, "{\"overlap\":\"PT1H\"}");
        api.advance(Duration.ofHours(1));

        assertThat(report(made.member("secret")).status()).isEqualTo(202);

        assertThat(api.callerAs(rotated.member("secret")).get(ME).status()).isEqualTo(200);
    }

    @Test
    void otherReportedTextsDoNotPreventARevocation() {
        Response made = make();

        Response told = report("", "a\\nb\\u0000", "x".repeat(5_000), made.member("secret"));

        assertThat(told.status()).isEqualTo(202);
        assertThat(told.body().path("received").asInt()).isEqualTo(4);
        assertThat(api.callerAs(made.member("secret")).get(ME).status()).isEqualTo(401);
    }

    @Test
    void theResponseDoesNotRevealKeys() {
        Response made = make();
        String secret = made.member("secret");
        char last = secret.charAt(secret.length() - 8);
        String almost =
                secret.substring(0, secret.length() - 8)
                        + (last == 'a' ? 'b' : 'a')
                        + secret.substring(secret.length() - 7);

        assertThat(report(almost).text()).isEqualTo(report("nothing").text());
        assertThat(api.callerAs(secret).get(ME).status()).isEqualTo(200);
        assertThat(report(secret).text()).isEqualTo(report("nothing").text());
    }

    @Test
    void invalidReportsAreNamed() {
        assertThat(api.anonymous().post(REPORT, "{}").status()).isEqualTo(422);
        assertThat(api.anonymous().post(REPORT, "{\"credentials\":\"x\"}").status()).isEqualTo(422);
        assertThat(api.anonymous().post(REPORT, "{\"credentials\":[1]}").status()).isEqualTo(422);
    }

    @Test
    void anAddressReportsNoMoreThanSixtyTimesAnHour() {
        for (int i = 0; i < 60; i++) {
            assertThat(report("nothing").status()).isEqualTo(202);
        }

        Response refused = report("nothing");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("too_many_reports");
        assertThat(refused.header("Retry-After")).isEqualTo("3600");
    }

    private Response make() {
        Response made =
                api.caller().post("/api/v1/keys", "{\"name\":\"k\",\"scopes\":[\"links:read\"]}");
        assertThat(made.status()).isEqualTo(201);
        return made;
    }

    private Response report(String... texts) {
        return api.anonymous()
                .post(
                        REPORT,
                        Stream.of(texts)
                                .map(text -> '"' + text + '"')
                                .collect(Collectors.joining(",", "{\"credentials\":[", "]}")));
    }
}
