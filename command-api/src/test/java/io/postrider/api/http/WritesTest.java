package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.Rejection.Kind;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WritesTest {

    private static final String LINKS = "/api/v1/links";
    private static final String BODY = "{\"url\":\"https://example.com/\"}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    void aCommandHasActorPayloadAndTime() {
        Response told = caller.with("traceparent", "nonsense").post(LINKS, BODY);

        CommandHeader header = api.log().commands().getFirst().header();
        assertThat(header.type()).isEqualTo("link.create");
        assertThat(header.workspace()).isEqualTo(TestApi.WORKSPACE);
        assertThat(header.time()).isEqualTo(api.now());
        assertThat(header.correlationId()).isEqualTo(told.header("X-Request-Id"));
        assertThat(header.aggregate()).isEqualTo(TestApi.DOMAIN + "/" + told.member("slug"));
        assertThat(header.idempotency()).isNull();
        assertThat(header.expectedVersion()).isNull();
    }

    @Test
    void everyWriteSaysWhereItStands() {
        Response made = caller.post(LINKS, BODY);
        Response changed = caller.patch(LINKS + "/" + made.member("id"), "{\"title\":\"x\"}");
        Response same = caller.patch(LINKS + "/" + made.member("id"), "{\"title\":\"x\"}");
        Response refused =
                caller.with("If-Match", "\"77\"").delete(LINKS + "/" + made.member("id"));
        Response gone = caller.delete(LINKS + "/" + made.member("id"));

        for (Response told : List.of(made, changed, same, refused, gone)) {
            ConsistencyToken token =
                    ConsistencyToken.parse(told.header("Consistency-Token")).orElseThrow();
            assertThat(token.context()).isEqualTo(Context.LINKS);
        }
        assertThat(made.header("ETag")).isEqualTo("\"1\"");
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(same.header("ETag")).isEqualTo("\"2\"");
        assertThat(refused.status()).isEqualTo(412);
    }

    @ParameterizedTest
    @CsvSource({"overloaded,503", "log_unavailable,503", "too_large,413", "disk_low,507"})
    void unsentCommandsHaveNoEffect(String code, int status) {
        api.log().settleInstead(new CommandResult.Unavailable(code, "Why."));

        Response told = caller.post(LINKS, BODY);

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.code()).isEqualTo(code);
        assertThat(told.header("Retry-After"))
                .isEqualTo(status == 503 ? "1" : status == 507 ? "30" : "");
    }

    @Test
    void aMissingOutcomeIsUnknown() {
        String command = api.id(IdKind.CMD);
        api.log().settleInstead(new CommandResult.Unknown(command));

        Response told = caller.post(LINKS, BODY);

        assertThat(told.status()).isEqualTo(504);
        assertThat(told.code()).isEqualTo("outcome_unknown");
        assertThat(told.member("command_id")).isEqualTo(command);
    }

    @ParameterizedTest
    @CsvSource({
        "CONFLICT,slug_taken,409",
        "CONFLICT,something_new,409",
        "NOT_FOUND,not_found,404",
        "VERSION_MISMATCH,version_mismatch,412",
        "GONE,clicks_exhausted,410",
        "INVALID,invalid,422",
        "FORBIDDEN,role_exceeds_own,403",
        "UNAUTHENTICATED,sign_in_refused,401",
        "TOO_LARGE,too_large,413"
    })
    void aRejectionHasTheStatusOfItsKind(Kind kind, String code, int status) {
        api.log().settleInstead(rejected(Rejection.of(kind, code, "Why.")));

        Response told =
                api.callerBeyondContract()
                        .with("Idempotency-Key", "a")
                        .post("/api/v1/keys/" + key() + "/revoke");

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.code()).isEqualTo(code);
        assertThat(told.header("Consistency-Token")).isNotEmpty();
    }

    @Test
    void aWrongClockIsAFaultOfTheServiceAndTheWriteIsToBeRepeated() {
        api.log()
                .settleInstead(
                        rejected(
                                Rejection.of(
                                        Kind.UNAVAILABLE, "clock_skew", "The clocks differ.")));

        Response told = caller.post(LINKS, BODY);

        assertThat(told.status()).isEqualTo(503);
        assertThat(told.code()).isEqualTo("clock_skew");
        assertThat(told.header("Retry-After")).isNotEmpty();
        assertThat(told.text()).contains("The clocks differ.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"internal_error", "undecodable"})
    void aFaultTellsNothingOfItself(String code) {
        api.log()
                .settleInstead(
                        rejected(
                                Rejection.of(
                                        Kind.INTERNAL,
                                        code,
                                        "NullPointerException at Foo.java:7")));

        Response told = caller.post(LINKS, BODY);

        assertThat(told.status()).isEqualTo(500);
        assertThat(told.code()).isEqualTo("internal_error");
        assertThat(told.text()).doesNotContain("Foo", "NullPointer");
    }

    private String key() {
        return api.id(IdKind.KEY);
    }

    private CommandResult rejected(Rejection rejection) {
        return new CommandResult.Decided(
                new CommandOutcome(
                        api.id(IdKind.CMD),
                        "x",
                        CommandOutcome.REJECTED,
                        0,
                        null,
                        rejection,
                        1,
                        2,
                        2,
                        null,
                        Instant.EPOCH,
                        false));
    }
}
