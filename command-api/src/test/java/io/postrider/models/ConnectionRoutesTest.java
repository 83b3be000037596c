package io.postrider.models;

import static io.postrider.models.FakeProvider.HEADER;
import static io.postrider.models.FakeProvider.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.models.ConnectionEvent;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways to providers, whose secrets go in and never come out. */
class ConnectionRoutesTest {

    private static final String PATH = "/api/v1/model-connections";

    @AutoClose private final FakeProvider world = new FakeProvider();

    @Test
    void aConnectionIsMadeListedReadChangedAndDeleted() {
        String id = world.connect(",\"metadata\":{\"team\":\"ops\"}");
        Response read = world.caller().get(PATH + "/" + id);

        assertThat(read.status()).isEqualTo(200);
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        assertThat(read.member("object")).isEqualTo("model_connection");
        assertThat(read.member("kind")).isEqualTo("openai-compatible");
        assertThat(read.member("base_url")).isEqualTo(world.provider.url("/v1"));
        assertThat(read.member("timeout")).isEqualTo("PT2M");
        assertThat(read.body().path("has_api_key").asBoolean(false)).isTrue();
        assertThat(read.body().path("header_names").path(0).asString("")).isEqualTo("x-title");
        String second = world.connect();
        Response list = world.caller().get(PATH);
        assertThat(list.body().path("data").values().stream().map(c -> c.path("id").asString("")))
                .containsExactlyInAnyOrder(id, second);
        assertThat(list.body().path("next_cursor").isNull()).isTrue();

        Response changed =
                world.caller()
                        .patch(
                                PATH + "/" + id,
                                "{\"name\":\"Other\",\"timeout\":null,\"headers\":{\"x-a\":\"1\"},"
                                        + "\"api_key\":null}");

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(changed.body().path("header_names")).hasSize(2);
        assertThat(changed.body().path("has_api_key").asBoolean(true)).isFalse();
        assertThat(changed.body().path("timeout").isNull()).isTrue();
        assertThat(
                        world.caller()
                                .patch(PATH + "/" + id, "{\"headers\":{\"X-Title\":null}}")
                                .body()
                                .path("header_names")
                                .path(0)
                                .asString(""))
                .isEqualTo("x-a");
        assertThat(world.caller().delete(PATH + "/" + id).status()).isEqualTo(204);
        assertThat(world.caller().get(PATH + "/" + id).code()).isEqualTo("not_found");
        assertThat(world.caller().delete(PATH + "/" + id).code()).isEqualTo("not_found");
    }

    @Test
    void otherWorkspacesSeeNothing() {
        String id = world.connect();
        Caller other = world.api.callerOf(TestApi.OTHER_WORKSPACE);

        assertThat(other.get(PATH).body().path("data")).isEmpty();
        assertThat(other.get(PATH + "/" + id).code()).isEqualTo("not_found");
        assertThat(other.patch(PATH + "/" + id, "{\"name\":\"x\"}").code()).isEqualTo("not_found");
        assertThat(other.delete(PATH + "/" + id).code()).isEqualTo("not_found");
        Response stolen =
                other.post(
                        "/api/v1/models",
                        "{\"id\":\"a\",\"connection_id\":\"%s\",\"upstream_model\":\"m\"}"
                                .formatted(id));
        assertThat(stolen.errors()).containsExactly("#/connection_id unknown_connection");
        assertThat(world.caller().get(PATH + "/lnk_1").code()).isEqualTo("wrong_id_type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                             | #/name required;#/base_url required",
                "{\"name\":\"n\",\"base_url\":\"http://example.com/v1?a=b\"} | #/base_url query_not_allowed",
                "{\"name\":\"n\",\"base_url\":\"https://10.0.0.1/v1\"} | #/base_url address_not_allowed",
                "{\"name\":\"n\",\"base_url\":\"https://xn--a.example/v1\"} | #/base_url host_invalid",
                "{\"name\":\"n\",\"base_url\":\"https://u:p@example.com/\"} | #/base_url userinfo_not_allowed",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"kind\":\"other\"} | #/kind invalid_value",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"timeout\":\"PT11M\"} | #/timeout invalid_duration",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"timeout\":\"soon\"} | #/timeout invalid_duration",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"api_key\":\"a b\"} | #/api_key invalid_characters",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"headers\":{\"Authorization\":\"x\"}} | #/headers/Authorization header_reserved",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"headers\":{\"Host\":\"x\"}} | #/headers/Host header_reserved",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"headers\":{\"a b\":\"x\",\"c\":5}} | #/headers/c invalid_type;#/headers/a%20b header_name_invalid",
                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"apikey\":\"x\"} | #/apikey unknown_field",
            })
    void everyFaultIsNamedAtOnce(String body, String errors) {
        Response told = world.caller().post(PATH, body);

        assertThat(told.status()).isIn(400, 422);
        assertThat(told.errors()).containsExactly(errors.split(";", -1));
    }

    @Test
    void privateAddressesAndPlainHttpNeedTheOperator() {
        try (FakeProvider closed = new FakeProvider(Map.of())) {
            for (String url : List.of("http://example.com/v1", "http://127.0.0.1:1/v1")) {
                Response told =
                        closed.caller().post(PATH, "{\"name\":\"n\",\"base_url\":\"" + url + "\"}");
                assertThat(told.status()).isEqualTo(422);
            }
        }
    }

    @Test
    @Verifies("provider-keys")
    void anotherServerGetsNoSecretThatWasGivenForThisOne() {
        String id = world.connect();

        Response told =
                world.caller()
                        .patch(PATH + "/" + id, "{\"base_url\":\"https://attacker.example/\"}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly("#/base_url secret_required");
    }

    @Test
    void aRepeatedRequestMakesOneConnection() {
        Caller repeating = world.caller().with("Idempotency-Key", "k1");
        String body = "{\"name\":\"n\",\"base_url\":\"https://example.com/v1\",\"api_key\":\"k\"}";

        Response first = repeating.post(PATH, body);
        Response second = repeating.post(PATH, body);

        assertThat(second.member("id")).isEqualTo(first.member("id"));
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(world.caller().get(PATH).body().path("data")).hasSize(1);
    }

    @Test
    void aWorkspaceHasABoundOfConnections() {
        for (int i = 0; i < ModelReplica.CONNECTIONS_MAX; i++) {
            world.connect();
        }
        Response told =
                world.caller().post(PATH, "{\"name\":\"n\",\"base_url\":\"https://example.com\"}");

        assertThat(told.status()).isEqualTo(409);
        assertThat(told.code()).isEqualTo("too_many_models");
        assertThatPagesHoldAllOfThem();
    }

    private void assertThatPagesHoldAllOfThem() {
        List<String> ids = new ArrayList<>();
        Response page = world.caller().get(PATH + "?limit=70");
        while (true) {
            page.body().path("data").forEach(each -> ids.add(each.path("id").asString("")));
            if (!page.body().path("has_more").asBoolean(true)) {
                break;
            }
            assertThat(page.header("Link")).contains("rel=\"next\"");
            page = world.caller().get(PATH + "?limit=70&cursor=" + page.member("next_cursor"));
        }
        assertThat(ids).hasSize(ModelReplica.CONNECTIONS_MAX).doesNotHaveDuplicates();
        assertThat(ids).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(page.body().path("next_cursor").isNull()).isTrue();
        assertThat(world.caller().get(PATH + "?limit=0").code()).isEqualTo("invalid_parameter");
        assertThat(world.caller().get(PATH + "?cursor=x").code()).isEqualTo("cursor_mismatch");
    }

    @Test
    void aBaseUrlLeavesRoomForThePathBehindIt() {
        String longest = "https://example.com/" + "a".repeat(2_048 - 20 - 17);
        for (String url : List.of(longest, longest + "a")) {
            Response told =
                    world.caller().post(PATH, "{\"name\":\"n\",\"base_url\":\"" + url + "\"}");
            assertThat(told.status()).isEqualTo(url.equals(longest) ? 201 : 422);
        }
    }

    @Test
    void withoutADataKeyNothingIsStored() {
        world.api.dataKeys().remove(TestApi.WORKSPACE, 0);

        Response told =
                world.caller()
                        .post(
                                PATH,
                                "{\"name\":\"n\",\"base_url\":\"https://example.com\",\"api_key\":\"k\"}");

        assertThat(told.code()).isEqualTo("secrets_unavailable");
        assertThat(world.api.log().commands()).isEmpty();
    }

    @Test
    @Verifies("provider-keys")
    void secretsAreNowhereButInCiphertext() {
        String id = world.connect();
        world.caller().patch(PATH + "/" + id, "{\"api_key\":\"" + KEY + "2\"}");
        String answers =
                world.caller().get(PATH).text()
                        + world.caller().get(PATH + "/" + id).text()
                        + world.caller().get("/api/v1/events").text();

        assertThat(answers).contains(id).doesNotContain("planted");
        EventCodec events = EventCodec.of(Context.MODELS, LockedSchemaIds.shipped());
        CommandCodec commands = CommandCodec.of(Context.MODELS, LockedSchemaIds.shipped());
        assertThat(world.api.log().events())
                .isNotEmpty()
                .allSatisfy(
                        event -> assertThat(latin(events.encode(event))).doesNotContain("planted"));
        assertThat(world.api.log().commands())
                .isNotEmpty()
                .allSatisfy(command ->
                        assertThat(latin(commands.encode(command))).doesNotContain("planted"));
        assertThat(newest().connection().apiKey()).isNotNull();
        assertThat(opened(id, "api_key", newest().connection().apiKey())).isEqualTo(KEY + "2");
        assertThat(opened(id, "headers/x-title", newest().connection().headers().get("x-title")))
                .isEqualTo(HEADER);
        String other = world.api.id(IdKind.CON);
        assertThat(opened(other, "api_key", newest().connection().apiKey()))
                .as("a ciphertext is of one connection")
                .isEqualTo("sealed");
    }

    private ConnectionEvent newest() {
        return (ConnectionEvent)
                Objects.requireNonNull(world.api.log().events().getLast().payload());
    }

    private String opened(String id, String field, @Nullable String sealed) {
        return sealed == null
                ? "missing"
                : world.api
                        .bean(SecretBox.class)
                        .open(TestApi.WORKSPACE, id + "/" + field, sealed)
                        .orElse("sealed");
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
