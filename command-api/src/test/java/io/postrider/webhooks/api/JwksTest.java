package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The public keys of webhooks. */
class JwksTest {

    private static final String PATH = "/.well-known/jwks.json?workspace=";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller anyone = api.anonymous();

    @Test
    @Verifies("webhook-keys")
    void theKeysOfAWorkspaceAreShownUntilTheirOverlapEnds() {
        Response made = create(api.caller(), "v1a");
        create(api.caller(), "v1");
        String id = made.member("id");
        assertThat(keys(TestApi.WORKSPACE)).containsExactly(made.member("public_key"));

        Response rotated = rotate(id, "PT1H");
        assertThat(keys(TestApi.WORKSPACE))
                .containsExactly(rotated.member("public_key"), made.member("public_key"));
        Response last = rotate(id, "PT0S");
        assertThat(keys(TestApi.WORKSPACE)).containsExactly(last.member("public_key"));
        api.caller().delete("/api/v1/webhooks/" + id);
        assertThat(keys(TestApi.WORKSPACE)).isEmpty();
    }

    @Test
    @Verifies("webhook-keys")
    void aSetIsOfOneWorkspace() {
        create(api.callerOf(TestApi.OTHER_WORKSPACE), "v1a");

        assertThat(keys(TestApi.WORKSPACE)).isEmpty();
        assertThat(keys(TestApi.OTHER_WORKSPACE)).hasSize(1);
        assertThat(anyone.get(PATH).status()).isEqualTo(400);
        assertThat(anyone.get(PATH + "key_1").code()).isEqualTo("wrong_id_type");
        assertThat(anyone.get("/.well-known/jwks.json").text()).isEqualTo("{\"keys\":[]}");
    }

    @Test
    void aKeyIsAJsonWebKey() {
        create(api.caller(), "v1a");

        Response set = anyone.get(PATH + TestApi.WORKSPACE);

        JsonNode key = set.body().at("/keys/0");
        assertThat(set.header("Cache-Control")).isEqualTo("public, max-age=300");
        assertThat(key.path("kty").asString()).isEqualTo("OKP");
        assertThat(key.path("crv").asString()).isEqualTo("Ed25519");
        assertThat(key.path("kid").asString()).hasSize(43);
        assertThat(key.propertyNames()).containsExactly("kty", "crv", "x", "kid", "use", "alg");
    }

    private List<String> keys(String workspace) {
        return anyone.get(PATH + workspace).body().path("keys").values().stream()
                .map(key -> Base64.getUrlDecoder().decode(key.path("x").asString()))
                .map(raw -> "whpk_" + Base64.getEncoder().encodeToString(raw))
                .toList();
    }

    private Response rotate(String id, String overlap) {
        return api.caller()
                .post(
                        "/api/v1/webhooks/" + id + "/rotate-secret",
                        "{\"overlap\":\"" + overlap + "\"}");
    }

    private static Response create(Caller caller, String signature) {
        return caller.post(
                "/api/v1/webhooks",
                "{\"url\":\"https://hooks.example.com/\",\"event_types\":[\"link.*\"],\"signature\":\""
                        + signature
                        + "\"}");
    }
}
