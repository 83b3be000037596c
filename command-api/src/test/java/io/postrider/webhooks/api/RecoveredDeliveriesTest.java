package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The recovery of thousands of failed deliveries, page by page. */
class RecoveredDeliveriesTest {

    private static final String PATH = "/api/v1/webhooks";
    private static final String AT = "2026-11-02T09:00:00.000Z";
    private static final int PAGE = 100;

    @AutoClose private final TestApi api = new TestApi();
    private String webhook;
    private int failed;

    @BeforeEach
    void create() {
        webhook =
                api.caller()
                        .post(
                                PATH,
                                "{\"url\":\"https://example.com/hook\",\"event_types\":[\"order.*\"]}")
                        .member("id");
        api.reads().answerBy(this::answer);
    }

    @Test
    void eachOfThousandsIsRecoveredOnceAndEachCallTellsHowMany() {
        failed = 10_100;
        String cursor = "";
        int calls = 0;
        int recovered = 0;
        do {
            Response call = recover(cursor);
            assertThat(call.status()).as(call.text()).isEqualTo(202);
            assertThat(call.body().path("skipped").asInt(1)).isZero();
            recovered += call.body().path("recovered").asInt(0);
            cursor = call.body().path("next_cursor").asString("");
            calls++;
        } while (!cursor.isEmpty());

        assertThat(recovered).isEqualTo(failed);
        assertThat(calls).isEqualTo(failed / PAGE);
        assertThat(api.requestedDeliveries())
                .extracting(Delivery::id)
                .doesNotHaveDuplicates()
                .hasSize(failed);
        assertThat(api.requestedDeliveries()).extracting(Delivery::eventId).doesNotHaveDuplicates();
    }

    /** The recovery is with the caller, so no process can lose it and none has to be stopped. */
    @Test
    void aCallThatTheLogDidNotTakeIsRepeatedFromItsCursorWithTheSameIds() {
        failed = 3 * PAGE;
        String second = recover("").body().path("next_cursor").asString("");
        api.publishing(Append.UNCERTAIN);
        Response uncertain = recover(second);
        List<String> unsure = ids(PAGE, 2 * PAGE);
        api.publishing(Append.DONE);
        Response again = recover(second);

        assertThat(uncertain.status()).isEqualTo(503);
        assertThat(uncertain.code()).isEqualTo("log_unavailable");
        assertThat(again.status()).as(again.text()).isEqualTo(202);
        assertThat(again.body().path("recovered").asInt(0)).isEqualTo(PAGE);
        assertThat(ids(2 * PAGE, 3 * PAGE)).containsExactlyInAnyOrderElementsOf(unsure);
    }

    @Test
    void anEventThatCannotBeReadAtTheMomentIsNotSkipped() {
        failed = 2;
        answerEventsWith(new QueryResult.ShareExceeded());

        Response call = recover("");

        assertThat(call.status()).isEqualTo(429);
        assertThat(call.code()).isEqualTo("too_many_reads");
    }

    @Test
    void anEventThatIsGoneIsSkipped() {
        failed = 2;
        answerEventsWith(new QueryResult.Missing());

        Response call = recover("");

        assertThat(call.body().path("recovered").asInt(1)).isZero();
        assertThat(call.body().path("skipped").asInt(0)).isEqualTo(2);
        assertThat(api.requestedDeliveries()).isEmpty();
    }

    private void answerEventsWith(QueryResult result) {
        api.reads()
                .answerBy(question ->
                        question.name().equals(QueryNames.EVENT)
                                ? Optional.of(result)
                                : answer(question));
    }

    private Response recover(String cursor) {
        ObjectNode body = Json.object().put("since", AT);
        if (!cursor.isEmpty()) {
            body.put("cursor", cursor);
        }
        return api.caller().post(PATH + "/" + webhook + "/recover", body.toString());
    }

    private List<String> ids(int from, int to) {
        return api.requestedDeliveries().subList(from, to).stream().map(Delivery::id).toList();
    }

    /** The read models, as they would have so many failed deliveries. */
    private Optional<QueryResult> answer(Query question) {
        return switch (question.name()) {
            case QueryNames.DELIVERIES -> Optional.of(new QueryResult.Found(page(question), null));
            case QueryNames.EVENT ->
                    Optional.of(
                            new QueryResult.Found(
                                    event(question.parameters().getOrDefault("id", "")), null));
            default -> Optional.empty();
        };
    }

    private ObjectNode page(Query question) {
        int from = Integer.parseInt(question.parameters().getOrDefault("cursor", "0"));
        int to = Math.min(failed, from + PAGE);
        ObjectNode page = Json.object();
        var data = page.putArray("data");
        for (int n = from; n < to; n++) {
            data.addObject()
                    .put("id", Id.of(IdKind.DLV, new UUID(3, n)))
                    .put("webhook_id", webhook)
                    .put("event_id", Id.of(IdKind.EVT, new UUID(4, n)))
                    .put("event_type", "order.paid")
                    .put("test", false)
                    .put("created_at", AT);
        }
        page.put("has_more", to < failed);
        return page.put("next_cursor", to < failed ? Integer.toString(to) : null);
    }

    private static ObjectNode event(String id) {
        ObjectNode event = Json.object().put("id", id).put("type", "order.paid");
        event.put("timestamp", AT).put("workspace", TestApi.WORKSPACE);
        event.putObject("data");
        return event;
    }
}
