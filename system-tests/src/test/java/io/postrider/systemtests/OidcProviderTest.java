package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sign-in with a third-party OpenID Connect provider that starts after Postrider. */
@Tag("servers")
class OidcProviderTest {

    private static final String ADA = "ada@example.com";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofSeconds(2);

    @TempDir private Path folder;

    /** A browser that keeps cookies and follows redirects. */
    private final HttpClient browser =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
                    .followRedirects(HttpClient.Redirect.ALWAYS)
                    .build();

    @Test
    @Verifies("passkeys")
    void anInvitedUserSignsInAndIsRecognisedLater() throws Exception {
        int port = Ports.free(0);
        try (PostriderProcess postrider =
                PostriderProcess.startQuick(
                        folder,
                        Map.of(
                                "POSTRIDER_OIDC_ISSUER",
                                "http://127.0.0.1:" + port,
                                "POSTRIDER_OIDC_CLIENT_ID",
                                "postrider",
                                "POSTRIDER_OIDC_CLIENT_SECRET",
                                "planted-client-secret"))) {
            String start = base(postrider) + "/user/oidc/start";
            assertThat(got(start).statusCode()).isEqualTo(502);
            try (OidcServer server =
                    OidcServer.start(port, base(postrider) + "/user/oidc/callback", ADA)) {
                assertThat(server.isAlive()).isTrue();
                // A failure to reach the provider is kept for ten seconds, and a network has 60
                // requests a minute.
                await().atMost(PATIENCE)
                        .pollInterval(POLL)
                        .until(() -> got(start).statusCode() != 502);
                assertThat(got(start).uri().toString())
                        .endsWith("/user/api/sign-in?problem=oidc_not_invited");
                invite(postrider);

                assertThat(got(start).uri().getPath()).isEqualTo("/user/api/");
                JsonNode session = session(postrider);
                assertThat(session.at("/user/email").asString()).isEqualTo(ADA);
                assertThat(session.at("/user/name").asString()).isEqualTo("Ada Elsewhere");
                assertThat(session.at("/workspaces/0/role").asString()).isEqualTo("developer");

                assertThat(got(start).uri().getPath()).isEqualTo("/user/api/");
                assertThat(session(postrider).at("/user/id")).isEqualTo(session.at("/user/id"));
            }
            assertThat(postrider.said("planted-client-secret")).isZero();
        }
    }

    private static void invite(PostriderProcess postrider) throws Exception {
        String workspace =
                PostriderProcess.json(postrider.write("GET", "/api/v1/workspaces", ""))
                        .at("/data/0/id")
                        .asString();
        HttpResponse<String> invited =
                postrider.post(
                        "/api/v1/workspaces/" + workspace + "/invitations",
                        "{\"email\":\"" + ADA + "\",\"role\":\"developer\"}");
        assertThat(invited.statusCode()).as(invited.body()).isEqualTo(201);
    }

    private JsonNode session(PostriderProcess postrider) throws IOException, InterruptedException {
        HttpResponse<String> session = got(base(postrider) + "/api/v1/session");
        assertThat(session.statusCode()).as(session.body()).isEqualTo(200);
        return PostriderProcess.json(session);
    }

    /** Java's client follows five redirects, and a sign-in with a provider has more. */
    private HttpResponse<String> got(String url) throws IOException, InterruptedException {
        HttpResponse<String> response = sent(URI.create(url));
        for (int more = 0; more < 5 && response.statusCode() / 100 == 3; more++) {
            String location = response.headers().firstValue("Location").orElseThrow();
            response = sent(response.uri().resolve(location));
        }
        return response;
    }

    private HttpResponse<String> sent(URI uri) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(uri).GET().build(), BodyHandlers.ofString());
    }

    private static String base(PostriderProcess postrider) {
        return "http://localhost:" + postrider.port();
    }
}
