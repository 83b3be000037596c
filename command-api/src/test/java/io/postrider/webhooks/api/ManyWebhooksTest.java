package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** That a workspace cannot fill the memory of every node with webhooks. */
class ManyWebhooksTest {

    private static final String PATH = "/api/v1/webhooks";
    private static final String BODY =
            "{\"url\":\"https://www.example.com/hook\",\"event_types\":[\"link.*\"]}";
    private static final int MAX = 5;

    @AutoClose
    private final TestApi api =
            new TestApi(Map.of("POSTRIDER_WEBHOOKS_PER_WORKSPACE", Integer.toString(MAX)));

    private final Caller caller = api.caller();

    @Test
    @Verifies("tenant-memory")
    void aWorkspaceHasABoundOfWebhooks() {
        Caller repeating = caller.with("Idempotency-Key", "w1");
        Response first = repeating.post(PATH, BODY);
        IntStream.range(1, MAX).forEach(_ -> made());

        Response told = caller.post(PATH, BODY);

        assertThat(told.status()).isEqualTo(409);
        assertThat(told.code()).isEqualTo("too_many_webhooks");
        assertThat(repeating.post(PATH, BODY).member("id")).isEqualTo(first.member("id"));
        assertThat(api.callerAs(api.key(TestApi.OTHER_WORKSPACE)).post(PATH, BODY).status())
                .isEqualTo(201);
    }

    @Test
    void aWebhookThatIsDeletedMakesRoomForAnother() {
        List<String> ids = IntStream.range(0, MAX).mapToObj(_ -> made()).toList();
        assertThat(caller.post(PATH, BODY).status()).isEqualTo(409);

        assertThat(caller.delete(PATH + "/" + ids.getFirst()).status()).isEqualTo(204);

        made();
    }

    @Test
    void requestsAtTheSameTimeDoNotExceedTheBound() {
        List<CompletableFuture<Integer>> all =
                IntStream.range(0, 4 * MAX)
                        .mapToObj(_ ->
                                CompletableFuture.supplyAsync(
                                        () -> api.caller().post(PATH, BODY).status()))
                        .toList();

        assertThat(all.stream().map(CompletableFuture::join).filter(status -> status == 201))
                .hasSize(MAX);
    }

    private String made() {
        Response told = caller.post(PATH, BODY);
        assertThat(told.status()).isEqualTo(201);
        return told.member("id");
    }
}
