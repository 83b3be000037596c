package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AccessRule;
import io.postrider.web.route.ApiRoute;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoutesTest {

    private static final Set<String> PUBLIC =
            Set.of(
                    "/livez",
                    "/readyz",
                    "/.well-known/jwks.json",
                    "/errors",
                    "/errors/{code}",
                    "/api/v1/asyncapi.json",
                    "/api/v1/openapi.json",
                    "/api/v1/openapi.yaml",
                    "/subjects",
                    "/subjects/{subject}",
                    "/subjects/{subject}/versions",
                    "/subjects/{subject}/versions/{version}",
                    "/config",
                    "/config/{subject}",
                    "/mode",
                    "POST /api/v1/session",
                    "/api/v1/automation/in/{id}",
                    "/api/v1/automation/in/{id}/test",
                    "/api/v1/credentials/report",
                    "/api/v1/sign-in-methods",
                    "/user/oidc/start",
                    "/user/oidc/callback",
                    "/api/v1/invitations/view",
                    "/api/v1/invitations/join",
                    "/hooks/whatsapp/{token}",
                    "/schemas/types",
                    "/schemas/ids/{id}",
                    "/schemas/ids/{id}/schema",
                    "/schemas/ids/{id}/versions");

    @AutoClose private final TestApi api = new TestApi();

    @BeforeAll
    void hasRoutes() {
        assertThat(api.router().routes()).hasSizeGreaterThan(30);
    }

    Stream<ApiRoute> routes() {
        return api.router().routes().stream();
    }

    Stream<ApiRoute> closedRoutes() {
        return routes().filter(route -> !(route.access() instanceof AccessRule.Open));
    }

    Stream<ApiRoute> scopedRoutes() {
        return routes().filter(route -> route.access() instanceof AccessRule.Scoped);
    }

    Stream<ApiRoute> routesOfPeople() {
        return routes().filter(route -> route.access() instanceof AccessRule.Person);
    }

    Stream<ApiRoute> routesOfKeys() {
        return routes().filter(route ->
                !(route.takesMore()
                        || route.access() instanceof AccessRule.Person
                        || route.access() instanceof AccessRule.InWorkspace
                        || route.access() instanceof AccessRule.InWorkspaceOrSelf));
    }

    @ParameterizedTest
    @Verifies("route-access")
    @MethodSource("routes")
    void publicOperationsAreListed(ApiRoute route) {
        String pattern = route.path().getPatternString();

        assertThat(route.access() instanceof AccessRule.Open)
                .isEqualTo(
                        PUBLIC.contains(pattern)
                                || PUBLIC.contains(route.method() + " " + pattern));
    }

    @ParameterizedTest
    @Verifies("route-access")
    @MethodSource("closedRoutes")
    void everythingElseNeedsAKey(ApiRoute route) {
        Response told = api.anonymous().send(route.method(), path(route), null);

        assertThat(told.status()).isEqualTo(401);
        assertThat(told.code()).isEqualTo("unauthorized");
        assertThat(told.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"postrider\"");
    }

    @ParameterizedTest
    @MethodSource("scopedRoutes")
    void aKeyWithAllButTheNeededScopesIsRefused(ApiRoute route) {
        String needed = ((AccessRule.Scoped) route.access()).scope();
        String[] others =
                Scopes.all().stream()
                        .filter(scope -> !Scopes.covers(List.of(scope), needed))
                        .toArray(String[]::new);

        Response told = api.caller(others).send(route.method(), path(route), null);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.body().path("required").path(0).asString("")).isEqualTo(needed);
    }

    @ParameterizedTest
    @MethodSource("scopedRoutes")
    void writingNeedsAScopeThatIsNotForReading(ApiRoute route) {
        String needed = ((AccessRule.Scoped) route.access()).scope();

        assertThat(needed.endsWith(":read")).isEqualTo(!route.writes());
    }

    @ParameterizedTest
    @MethodSource("routesOfPeople")
    void operationsOfUsersRejectKeys(ApiRoute route) {
        Response told = api.caller().send(route.method(), path(route), null);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("session_required");
    }

    @ParameterizedTest
    @Verifies("unknown-input")
    @MethodSource("routesOfKeys")
    void noRouteKnowsAnUnknownParameter(ApiRoute route) {
        Response told = api.caller().send(route.method(), path(route) + "?nonsense=1", null);

        assertThat(told.status()).isEqualTo(400);
        assertThat(told.code()).isEqualTo("unknown_parameter");
    }

    @Test
    @Verifies("audit-changes")
    void theAuditIsReadAlone() {
        assertThat(routes().filter(route -> route.path().getPatternString().contains("/audit")))
                .isNotEmpty()
                .allSatisfy(route -> {
                    assertThat(route.writes()).isFalse();
                    assertThat(((AccessRule.Scoped) route.access()).scope())
                            .isEqualTo("audit:read");
                });
    }

    @Test
    void noTwoRoutesAreTheSame() {
        assertThat(routes().map(route -> route.method() + " " + route.path()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aRouteCannotNameAScopeThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiRoute.get("/x").scope("links:destroy"));
    }

    private static String path(ApiRoute route) {
        return route.path().getPatternString().replaceAll("\\{[a-z_]+}", "x");
    }
}
