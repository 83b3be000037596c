package io.postrider.api.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short link does not lead to the service itself, so no chain of short links is endless. */
class SelfTargetTest {

    private static final String LINKS = "/api/v1/links";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @ParameterizedTest
    @Verifies("links-no-self")
    @ValueSource(
            strings = {
                "http://short.test/a",
                "https://short.test/a",
                "http://short.test",
                "https://short.test:443/a",
                "https://short.test:80/a",
                "HTTPS://SHORT.test/a?b#c",
            })
    void aLinkToTheServiceIsRejected(String url) {
        Response created = caller.post(LINKS, "{\"url\":\"" + url + "\"}");
        Response expired =
                caller.post(
                        LINKS,
                        "{\"url\":\"https://example.com/\",\"expired_url\":\"" + url + "\"}");

        assertThat(created.status()).isEqualTo(422);
        assertThat(created.errors()).containsExactly("#/url points_to_itself");
        assertThat(expired.status()).isEqualTo(422);
        assertThat(expired.errors()).containsExactly("#/expired_url points_to_itself");
        assertThat(api.log().commands()).isEmpty();
    }

    @Test
    @Verifies("links-no-self")
    void noLinkIsChangedToLeadToTheService() {
        Response link = caller.post(LINKS, "{\"url\":\"https://example.com/\"}");

        Response changed =
                caller.patch(LINKS + "/" + link.member("id"), "{\"url\":\"https://short.test/x\"}");

        assertThat(changed.status()).isEqualTo(422);
        assertThat(changed.errors()).containsExactly("#/url points_to_itself");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://www.short.test/a",
                "https://short.test.example/a",
                "https://short.test:8443/a",
                "https://example.com/?u=https://short.test/a",
            })
    void anotherHostOrPortIsNoLinkToTheService(String url) {
        assertThat(caller.post(LINKS, "{\"url\":\"" + url + "\"}").status()).isEqualTo(201);
    }

    @Test
    @Verifies("links-no-self")
    void aServiceOnAPortOfItsOwnIsKnownByIt() {
        try (TestApi local =
                new TestApi(
                        Map.of(
                                "POSTRIDER_BASE_URL", "http://localhost:8080",
                                "POSTRIDER_PRIVATE_LINK_TARGETS", "allow"))) {
            Caller owner = local.caller();

            assertThat(owner.post(LINKS, "{\"url\":\"http://localhost:8080/a\"}").errors())
                    .containsExactly("#/url points_to_itself");
            assertThat(owner.post(LINKS, "{\"url\":\"http://localhost:3000/a\"}").status())
                    .isEqualTo(201);
        }
    }
}
