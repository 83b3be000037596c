package io.postrider.models;

import static io.postrider.models.FakeProvider.MODEL;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.Context;
import io.postrider.testkit.records.Records;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The names that a workspace gives to models. */
class ModelRoutesTest {

    private static final String PATH = "/api/v1/models";

    @AutoClose private final FakeProvider world = new FakeProvider();

    private List<String> ids(Caller caller) {
        return caller.get(PATH).body().path("data").values().stream()
                .map(model -> model.path("id").asString(""))
                .toList();
    }

    @Test
    void theBuiltInModelIsThereBeforeAnythingIs() {
        Response list = world.api.caller("models:read").get(PATH);

        assertThat(list.status()).isEqualTo(200);
        assertThat(list.member("object")).isEqualTo("list");
        assertThat(list.body().path("has_more").asBoolean(true)).isFalse();
        JsonNode echo = list.body().path("data").path(0);
        assertThat(echo.path("id").asString("")).isEqualTo("echo-1");
        assertThat(echo.path("object").asString("")).isEqualTo("model");
        assertThat(echo.path("created").isIntegralNumber()).isTrue();
        assertThat(echo.path("owned_by").asString("")).isEqualTo("postrider");
        assertThat(echo.path("status").asString("")).isEqualTo("ready");
        assertThat(world.caller().get(PATH + "/echo-1").body()).isEqualTo(echo);
    }

    @Test
    void aModelIsMadeListedReadChangedAndDeleted() {
        String connection = world.connect();
        Response made =
                world.name(
                        MODEL,
                        connection,
                        ",\"display_name\":\"Support\",\"context_window\":128000,"
                                + "\"defaults\":{\"system\":\"Be brief.\",\"temperature\":0.2},"
                                + "\"metadata\":{\"team\":\"ops\"}");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo(PATH + "/" + MODEL);
        assertThat(made.header("ETag")).isEqualTo("\"1\"");
        assertThat(ConsistencyToken.parse(made.header("Consistency-Token")))
                .hasValueSatisfying(token -> assertThat(token.context()).isEqualTo(Context.MODELS));
        assertThat(made.body().path("created").asLong(0))
                .isEqualTo(world.api.now().getEpochSecond());
        assertThat(made.member("owned_by")).isEqualTo(TestApi.WORKSPACE);
        assertThat(made.member("status")).isEqualTo("ready");
        assertThat(ids(world.caller())).containsExactly("echo-1", MODEL);

        Response changed =
                world.caller()
                        .with("If-Match", "\"1\"")
                        .patch(
                                PATH + "/" + MODEL,
                                "{\"defaults\":{\"temperature\":1},\"metadata\":{\"team\":null}}");

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(changed.body().at("/defaults/system").asString("")).isEqualTo("Be brief.");
        assertThat(changed.body().at("/defaults/temperature").asDouble(0)).isEqualTo(1);
        assertThat(changed.body().path("metadata")).isEmpty();
        Response read = world.caller().get(PATH + "/" + MODEL);
        assertThat(read.body()).isEqualTo(changed.body());
        assertThat(world.caller().with("If-None-Match", "\"2\"").get(PATH + "/" + MODEL).status())
                .isEqualTo(304);
        assertThat(world.caller().with("If-Match", "\"1\"").delete(PATH + "/" + MODEL).code())
                .isEqualTo("version_mismatch");

        assertThat(world.caller().delete(PATH + "/" + MODEL).status()).isEqualTo(204);
        assertThat(world.caller().get(PATH + "/" + MODEL).status()).isEqualTo(404);
        assertThat(ids(world.caller())).containsExactly("echo-1");
        assertThat(world.name(MODEL, connection, "").status()).isEqualTo(201);
    }

    @Test
    void nullClearsTheDefaults() {
        String connection = world.connect();
        world.name(MODEL, connection, ",\"defaults\":{\"system\":\"Be brief.\",\"max_tokens\":5}");

        Response changed = world.caller().patch(PATH + "/" + MODEL, "{\"defaults\":null}");

        assertThat(changed.body().at("/defaults/system").isNull()).isTrue();
        assertThat(changed.body().at("/defaults/max_tokens").isNull()).isTrue();
    }

    @Test
    void aListSaysWhetherItHasChanged() {
        String before = world.caller().get(PATH).header("ETag");
        assertThat(world.caller().with("If-None-Match", before).get(PATH).status()).isEqualTo(304);

        world.ready();

        assertThat(world.caller().with("If-None-Match", before).get(PATH).status()).isEqualTo(200);
    }

    @Test
    void aTakenNameIsRefusedAndThoseOfOthersAreNot() {
        world.ready();

        Response again = world.name(MODEL, world.connect(), "");

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("model_taken");
        Caller other = world.api.callerOf(TestApi.OTHER_WORKSPACE);
        assertThat(ids(other)).containsExactly("echo-1");
        assertThat(other.get(PATH + "/" + MODEL).code()).isEqualTo("not_found");
        assertThat(other.patch(PATH + "/" + MODEL, "{\"display_name\":\"x\"}").code())
                .isEqualTo("not_found");
        assertThat(other.delete(PATH + "/" + MODEL).code()).isEqualTo("not_found");
    }

    @Test
    void theBuiltInModelStaysAsItIs() {
        assertThat(world.name("echo-1", world.connect(), "").errors())
                .containsExactly("#/id reserved");
        for (Response told :
                List.of(
                        world.caller().delete(PATH + "/echo-1"),
                        world.caller().patch(PATH + "/echo-1", "{}"))) {
            assertThat(told.status()).isEqualTo(409);
            assertThat(told.code()).isEqualTo("model_built_in");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Support", "a/b", "-a", "", "a b", "ä"})
    void aNameThatCannotBeInAPathIsRefused(String alias) {
        assertThat(world.name(alias, world.connect(), "").errors())
                .allMatch(error -> error.startsWith("#/id "))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                    | #/id required;#/connection_id required;#/upstream_model required",
                "{\"id\":\"a\",\"connection_id\":\"lnk_1\",\"upstream_model\":\"m\"} | #/connection_id wrong_id_type",
                "{\"id\":\"a\",\"connection_id\":\"CON\",\"upstream_model\":\"m\",\"defaults\":5} | #/defaults invalid_type",
                "{\"id\":\"a\",\"connection_id\":\"CON\",\"upstream_model\":\"m\",\"defaults\":{\"temperature\":3,\"max_tokens\":0}} | #/defaults/temperature out_of_range;#/defaults/max_tokens out_of_range",
                "{\"id\":\"a\",\"connection_id\":\"CON\",\"upstream_model\":\"m\",\"defaults\":{\"temprature\":1}} | #/defaults/temprature unknown_field",
                "{\"id\":\"a\",\"connection_id\":\"CON\",\"upstream_model\":\"m\",\"alias\":\"b\"} | #/alias unknown_field",
            })
    void everyFaultIsNamedAtOnce(String body, String errors) {
        Response told = world.caller().post(PATH, body.replace("CON", world.connect()));

        assertThat(told.status()).isIn(400, 422);
        assertThat(told.errors()).containsExactly(errors.split(";", -1));
        assertThat(told.body().at("/error/code").asString("")).isEqualTo(told.code());
    }

    @Test
    void aConnectionThatIsNotThereIsRefused() {
        String own = world.connect();
        String foreign = world.api.id(IdKind.CON);

        assertThat(world.name(MODEL, foreign, "").errors())
                .containsExactly("#/connection_id unknown_connection");
        world.name(MODEL, own, "");
        assertThat(
                        world.caller()
                                .patch(
                                        PATH + "/" + MODEL,
                                        "{\"connection_id\":\"" + foreign + "\"}")
                                .errors())
                .containsExactly("#/connection_id unknown_connection");
    }

    @Test
    void aModelWithoutItsConnectionIsReported() {
        String connection = world.connect();
        world.name(MODEL, connection, "");

        world.caller().delete("/api/v1/model-connections/" + connection);

        assertThat(world.caller().get(PATH + "/" + MODEL).member("status"))
                .isEqualTo("connection_missing");
        Response told = world.complete("");
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.code()).isEqualTo("connection_missing");
        assertThat(world.provider.requests()).isEmpty();
    }

    @Test
    void aRepeatedRequestGetsTheFirstAnswerWhateverHasHappenedSince() {
        String connection = world.connect();
        Caller repeating = world.caller().with("Idempotency-Key", "k1");
        String body =
                "{\"id\":\"a\",\"connection_id\":\"%s\",\"upstream_model\":\"m\"}"
                        .formatted(connection);
        Response first = repeating.post(PATH, body);
        world.caller().delete("/api/v1/model-connections/" + connection);

        Response second = repeating.post(PATH, body);
        Response other = repeating.post(PATH, body.replace("\"a\"", "\"b\""));

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(other.code()).isEqualTo("idempotency_key_reused");
    }

    @Test
    void aReadWaitsForTheWriteThatItsCallerHasSeen() {
        String token = world.name(MODEL, world.connect(), "").header("Consistency-Token");
        Caller seeing = world.caller().with("Consistency-Token", token);
        CompletableFuture<Boolean> arrival = new CompletableFuture<>();
        world.api.arrival(arrival);
        CompletableFuture<Response> read =
                CompletableFuture.supplyAsync(() -> seeing.get(PATH + "/" + MODEL));
        assertThat(read).isNotDone();
        arrival.complete(true);
        assertThat(read.join().status()).isEqualTo(200);

        world.api.arrival(CompletableFuture.completedFuture(false));
        for (String path : List.of(PATH, PATH + "/" + MODEL, "/api/v1/model-connections")) {
            Response told = seeing.get(path);
            assertThat(told.status()).isEqualTo(503);
            assertThat(told.code()).isEqualTo("view_behind");
        }
    }

    @Test
    void everyOperationWantsItsScope() {
        String connection = world.ready().connect();
        Caller reader = world.api.caller("models:read");
        assertThat(reader.get(PATH).status()).isEqualTo(200);
        assertThat(reader.post(PATH, "{}").code()).isEqualTo("scope_missing");
        assertThat(reader.patch(PATH + "/" + MODEL, "{}").code()).isEqualTo("scope_missing");
        assertThat(reader.delete(PATH + "/" + MODEL).code()).isEqualTo("scope_missing");
        assertThat(reader.delete("/api/v1/model-connections/" + connection).code())
                .isEqualTo("scope_missing");
        assertThat(reader.post("/api/v1/chat/completions", "{}").code()).isEqualTo("scope_missing");
        assertThat(world.api.caller("models:invoke").get(PATH).code()).isEqualTo("scope_missing");
        assertThat(
                        world.api
                                .caller("models:invoke")
                                .post("/api/v1/chat/completions", FakeProvider.body(""))
                                .status())
                .isEqualTo(200);
    }

    @Test
    void problemsAreOnesThatStockClientsRead() {
        Response wrongKey = world.api.anonymous().get(PATH);
        assertThat(wrongKey.status()).isEqualTo(401);
        assertThat(wrongKey.body().at("/error/type").asString(""))
                .isEqualTo("authentication_error");
        assertThat(wrongKey.body().at("/error/message").asString(""))
                .isEqualTo(wrongKey.member("detail"));
        Response noScope = world.api.caller("links:read").get(PATH);
        assertThat(noScope.body().at("/error/type").asString("")).isEqualTo("permission_error");
        assertThat(noScope.body().at("/error/code").asString("")).isEqualTo("scope_missing");
        Response unknown = world.caller().get(PATH + "/none");
        assertThat(unknown.body().at("/error/code").asString("")).isEqualTo("not_found");
        Response field = world.caller().post(PATH, "{\"ide\":1}");
        assertThat(field.body().at("/error/param").asString("")).isEqualTo("ide");
        Response broken = world.caller().post("/api/v1/chat/completions", "{");
        assertThat(broken.body().at("/error/code").asString("")).isEqualTo("malformed_json");
        Response method = world.caller().delete("/api/v1/chat/completions");
        assertThat(method.body().at("/error/code").asString("")).isEqualTo("method_not_allowed");
        String limited =
                world.api.key(TestApi.WORKSPACE, key -> Records.with(key, "requestsPerMinute", 1));
        world.api.callerAs(limited).get(PATH);
        Response tooMany = world.api.callerAs(limited).get(PATH);
        assertThat(tooMany.status()).isEqualTo(429);
        assertThat(tooMany.body().at("/error/type").asString("")).isEqualTo("rate_limit_error");
        Response elsewhere = world.api.anonymous().get("/api/v1/links");
        assertThat(elsewhere.body().has("error")).isFalse();
    }
}
