package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.WorkspaceSamples;
import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class QueriesTest {

    private static final String LINKS = "/api/v1/links";
    private static final String LINK = "{\"url\":\"https://example.com/\"}";

    private static final ConsistencyToken TOKEN = new ConsistencyToken(Context.LINKS, 3, 17);

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    void aTokenIsPassedOnWithTheDefaultWait() {
        caller.with("Consistency-Token", TOKEN.text()).get(LINKS);

        assertThat(api.reads().last().token()).isEqualTo(TOKEN);
        assertThat(api.reads().last().longest()).isEqualTo(Duration.ofSeconds(2));
        assertThat(api.reads().last().workspace()).isEqualTo(TestApi.WORKSPACE);
    }

    @Test
    @Verifies("workspace-shares")
    void aReadTakesTheShareOfTheOwnerOfItsWorkspace() {
        api.workspaces().apply(WorkspaceSamples.opened(TestApi.WORKSPACE, "usr_ada"));

        caller.get(LINKS);

        assertThat(api.reads().last().tenant()).isEqualTo("usr_ada");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wait=5|5",
                "wait=0|0",
                "wait=10|10",
                "wait=9999|10",
                "respond-async, wait=3|3",
                "wait=4;x=1|4",
                "wait=-1|2",
                "wait=x|2",
                "await=7|2",
                "wait=99999999999999|2"
            })
    void aWaitIsHonouredWithinBounds(String prefer, long seconds) {
        caller.with("Consistency-Token", TOKEN.text()).with("Prefer", prefer).get(LINKS);

        assertThat(api.reads().last().longest()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ct_", "ct_!!!", "ct_AAAA", "ct_AQMAAAABAAAAAAAAAAEAAAA"})
    void invalidTokensAreRejected(String token) {
        Response told = caller.with("Consistency-Token", token).get(LINKS);

        assertThat(told.status()).isEqualTo(400);
        assertThat(told.code()).isEqualTo("consistency_token_invalid");
    }

    @Test
    void aViewThatIsBehindSaysWhenToComeAgain() {
        api.reads().applyNothing();

        Response told = caller.with("Consistency-Token", TOKEN.text()).get(LINKS);

        assertThat(told.status()).isEqualTo(503);
        assertThat(told.code()).isEqualTo("view_behind");
        assertThat(told.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void tooManyReadsOfAWorkspaceAreTheCallersMatter() {
        api.reads().answerInstead(new QueryResult.ShareExceeded());

        Response told = caller.get(LINKS);

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("too_many_reads");
        assertThat(told.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void readModelsOutOfReachAreUnavailable() {
        api.reads().answerInstead(new QueryResult.Unavailable());

        assertThat(caller.get(LINKS).status()).isEqualTo(503);
        assertThat(caller.get(LINKS).header("Retry-After")).isEqualTo("1");
    }

    @Test
    void unusableTokensAreClientErrors() {
        api.reads().answerInstead(new QueryResult.CursorMismatch());
        assertThat(caller.get(LINKS).code()).isEqualTo("cursor_mismatch");
        assertThat(caller.get(LINKS).status()).isEqualTo(400);

        api.reads()
                .answerInstead(
                        new QueryResult.BadParameter(
                                new FieldError("state", "invalid_value", "No such state.")));
        Response told = caller.get("/api/v1/deliveries?state=x");
        assertThat(told.status()).isEqualTo(400);
        assertThat(told.errors()).containsExactly("state invalid_parameter");
    }

    @Test
    void anAnswerOfAReplicaSaysThatItMayBeStale() {
        ObjectNode page =
                Json.object().put("object", "list").put("has_more", false).putNull("next_cursor");
        page.putArray("data");
        api.reads().answerInstead(new QueryResult.Found(page, null, true));
        assertThat(caller.get(LINKS).header("Consistency-Stale")).isEqualTo("true");

        api.reads().answerInstead(new QueryResult.Found(page, null));
        assertThat(caller.get(LINKS).header("Consistency-Stale")).isEmpty();
    }

    @Test
    void readsMayRequireAVersion() {
        String path = LINKS + "/" + caller.post(LINKS, LINK).member("id");

        assertThat(caller.with("If-Match", "\"1\"").get(path).status()).isEqualTo(200);
        assertThat(caller.with("If-Match", "*").get(path).status()).isEqualTo(200);
        assertThat(caller.with("If-Match", "\"2\"").get(path).code()).isEqualTo("version_mismatch");
        assertThat(caller.with("If-Match", "nonsense").get(path).code())
                .isEqualTo("if_match_invalid");
    }

    @Test
    void aListLinksToItsNextPageUntilThereIsNone() {
        for (int i = 0; i < 5; i++) {
            caller.post(LINKS, "{\"url\":\"https://example.com/\",\"tags\":[\"a b&c\"]}");
        }

        Set<String> seen = new HashSet<>();
        Response page = caller.get(LINKS + "?limit=2&tag=a%20b%26c");
        while (true) {
            page.body().path("data").forEach(link -> seen.add(link.path("id").asString("")));
            if (!page.body().path("has_more").asBoolean(false)) {
                break;
            }
            String link = page.header("Link");
            assertThat(link)
                    .startsWith("<" + TestApi.BASE_URL + LINKS + "?limit=2&tag=a%20b%26c&cursor=")
                    .endsWith(">; rel=\"next\"");
            String url = link.substring(1, link.indexOf('>'));
            page = caller.get(url.substring(TestApi.BASE_URL.length()));
        }

        assertThat(seen).hasSize(5);
        assertThat(page.header("Link")).isEmpty();
        assertThat(page.body().path("next_cursor").isNull()).isTrue();
        assertThat(api.reads().last().parameters()).containsEntry("tag", "a b&c");
    }

    @Test
    void aMatchingTagGetsNoBody() {
        String id = caller.post(LINKS, LINK).member("id");
        Response first = caller.get(LINKS + "/" + id);

        for (String known : new String[] {first.header("ETag"), "\"9\", W/\"1\"", "*"}) {
            Response second = caller.with("If-None-Match", known).get(LINKS + "/" + id);
            assertThat(second.status()).as(known).isEqualTo(304);
            assertThat(second.text()).isEmpty();
            assertThat(second.header("ETag")).isEqualTo("\"1\"");
        }
        assertThat(caller.with("If-None-Match", "\"2\"").get(LINKS + "/" + id).status())
                .isEqualTo(200);
        assertThat(caller.with("If-None-Match", "garbage").get(LINKS + "/" + id).status())
                .isEqualTo(200);
    }

    @Test
    void aListHasATagOfItsContent() {
        Response first = caller.get(LINKS);
        assertThat(caller.with("If-None-Match", first.header("ETag")).get(LINKS).status())
                .isEqualTo(304);

        caller.post(LINKS, LINK);
        assertThat(caller.with("If-None-Match", first.header("ETag")).get(LINKS).status())
                .isEqualTo(200);
    }
}
