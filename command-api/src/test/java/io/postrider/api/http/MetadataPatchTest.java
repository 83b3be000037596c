package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.reads.QueryResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataPatchTest {

    private static final String LINK = "/api/v1/links {\"url\":\"https://example.com/\"";
    private static final String WEBHOOK =
            "/api/v1/webhooks {\"url\":\"https://example.com/\",\"event_types\":[\"link.*\"]";

    @AutoClose private final TestApi api = new TestApi();

    private final Caller caller = api.caller();

    @ParameterizedTest
    @ValueSource(strings = {LINK, WEBHOOK})
    void onlyTheEntriesThatAreGivenChange(String resource) {
        String path = made(resource, "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}");

        Response told =
                caller.patch(path, "{\"metadata\":{\"a\":\"x\",\"b\":null,\"d/e~\":\"4\"}}");

        assertThat(told.body().path("metadata").toString())
                .isEqualTo("{\"a\":\"x\",\"c\":\"3\",\"d/e~\":\"4\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {LINK, WEBHOOK})
    void nullClearsItAndNothingLeavesIt(String resource) {
        String path = made(resource, "{\"a\":\"1\"}");

        Response left = caller.patch(path, "{\"metadata\":{}}");
        Response cleared = caller.patch(path, "{\"metadata\":null}");

        assertThat(left.header("ETag")).isEqualTo("\"1\"");
        assertThat(left.body().path("metadata").size()).isEqualTo(1);
        assertThat(cleared.body().path("metadata").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {LINK, WEBHOOK})
    void itIsTheSumOfAllPatchesThatHasALimit(String resource) {
        String path = made(resource, entries(0, 30));

        Response told = caller.patch(path, "{\"metadata\":" + entries(30, 51) + "}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.body().path("errors").path(0).path("pointer").asString(""))
                .isEqualTo("#/metadata");
        assertThat(caller.patch(path, "{\"metadata\":" + entries(20, 50) + "}").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {LINK, WEBHOOK})
    void anEntryThatIsTooLongIsNamed(String resource) {
        String path = made(resource, "{}");

        Response told = caller.patch(path, "{\"metadata\":{\"" + "k".repeat(61) + "\":\"v\"}}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.body().path("errors").path(0).path("pointer").asString(""))
                .isEqualTo("#/metadata/" + "k".repeat(61));
    }

    @ParameterizedTest
    @ValueSource(strings = WEBHOOK)
    void resourcesUnknownToReadModelsCanBeChanged(String resource) {
        String path = made(resource, "{\"a\":\"1\"}");
        api.reads().answerInstead(new QueryResult.Missing());

        Response told = caller.patch(path, "{\"metadata\":{\"b\":\"2\"}}");

        assertThat(told.body().path("metadata").toString()).isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
    }

    private String made(String resource, String metadata) {
        int space = resource.indexOf(' ');
        String path = resource.substring(0, space);
        String body = resource.substring(space + 1) + ",\"metadata\":" + metadata + "}";
        return path + "/" + caller.post(path, body).member("id");
    }

    private static String entries(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj("\"k%d\":\"v\""::formatted)
                .collect(Collectors.joining(",", "{", "}"));
    }
}
