package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static io.postrider.projections.TestModels.START;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The deliveries of a webhook that have not ended, the oldest first. */
class InboxQueriesTest {

    private static final String WEBHOOK = Id.of(IdKind.WHK, new UUID(6, 1));

    @TempDir Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
        models.apply(
                models.event(
                        Context.WEBHOOKS,
                        "webhook.created",
                        1,
                        MINE,
                        new WebhookCreated(endpoint())));
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    void itsPagesHaveTheOldestFirstWhateverEndsMeanwhile() {
        for (int n = 0; n < 7; n++) {
            models.apply(delivery(n));
        }
        models.apply(attempt(1, 1, Attempt.RETRY));

        JsonNode first = page(Map.of("limit", "3"));
        models.apply(attempt(1, 1, Attempt.ACKNOWLEDGED));
        models.apply(attempt(4, 1, Attempt.DELIVERED));
        JsonNode second =
                page(Map.of("limit", "3", "cursor", first.path("next_cursor").asString()));

        assertThat(ids(first)).containsExactly(id(0), id(1), id(2));
        assertThat(first.at("/data/1/attempts").asInt(0)).isEqualTo(1);
        assertThat(ids(second)).containsExactly(id(3), id(5), id(6));
        assertThat(ids(page(Map.of()))).containsExactly(id(0), id(2), id(3), id(5), id(6));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {Attempt.DELIVERED, Attempt.ACKNOWLEDGED, Attempt.EXHAUSTED, Attempt.GONE})
    void whatHasEndedIsNotInItInWhicheverOrderThatIsRead(String outcome) {
        models.apply(delivery(1));
        models.apply(attempt(1, 1, outcome));
        models.apply(attempt(2, 1, outcome));
        models.apply(delivery(2));
        models.apply(delivery(1));

        assertThat(ids(page(Map.of()))).isEmpty();
    }

    @Test
    void testsAndFailuresAreNotInItUntilTheFailureIsMended() {
        models.apply(with(delivery(1), "test", true));
        models.apply(with(delivery(2), "failure", "transform_failed: No."));
        assertThat(ids(page(Map.of()))).isEmpty();

        models.apply(with(delivery(2), "body", new byte[] {1}));
        assertThat(ids(page(Map.of()))).containsExactly(id(2));
    }

    @Test
    void anAcknowledgementIsNoAttempt() {
        models.apply(delivery(1));
        models.apply(attempt(1, 1, Attempt.RETRY));
        models.apply(attempt(1, 5, Attempt.ACKNOWLEDGED));

        assertThat(shown(1).path("state").asString()).isEqualTo("delivered");
        assertThat(shown(1).path("attempts").asInt(0)).isEqualTo(1);
        assertThat(shown(1).path("acknowledged_at").asString())
                .isEqualTo("2026-11-21T10:00:00.000Z");
        assertThat(models.found(QueryNames.ATTEMPTS, MINE, Map.of("id", id(1))).path("data"))
                .hasSize(1);
        JsonNode counted =
                models.found(
                        QueryNames.WEBHOOK_STATS,
                        MINE,
                        Map.of("group_by", "endpoint", "to", START.plusSeconds(60).toString()));
        assertThat(counted.at("/totals/attempts").asInt(0)).as(counted.toString()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {Attempt.RETRY, Attempt.DELIVERED, Attempt.EXHAUSTED})
    void anAttemptThatEndsAfterTheAcknowledgementIsListedAndChangesNoState(String outcome) {
        models.apply(delivery(1));
        models.apply(attempt(1, 0, Attempt.ACKNOWLEDGED));
        models.apply(attempt(1, 1, outcome));

        assertThat(shown(1).path("state").asString()).isEqualTo("delivered");
        assertThat(shown(1).path("attempts").asInt(0)).isEqualTo(1);
        assertThat(shown(1).path("acknowledged_at").isNull()).isFalse();
        assertThat(ids(page(Map.of()))).isEmpty();
    }

    @Test
    void anAcknowledgementDoesNotReplaceADeliveryButAFailure() {
        for (int n = 1; n <= 2; n++) {
            models.apply(delivery(n));
        }
        models.apply(attempt(1, 1, Attempt.DELIVERED));
        models.apply(attempt(2, 1, Attempt.EXHAUSTED));
        models.apply(attempt(1, 0, Attempt.ACKNOWLEDGED));
        models.apply(attempt(2, 0, Attempt.ACKNOWLEDGED));

        assertThat(shown(1).path("acknowledged_at").isNull()).isTrue();
        assertThat(shown(2).path("state").asString()).isEqualTo("delivered");
        assertThat(shown(2).path("attempts").asInt(0)).isEqualTo(1);
    }

    @Test
    void whatIsOfBeforeTheWebhookWasCreatedAgainOrOfADeletedOneIsNotInIt() {
        models.apply(delivery(1));
        models.apply(delivery(2));

        assertThat(ids(page(Map.of("since", START.plusMillis(2).toString()))))
                .containsExactly(id(2));
        models.apply(
                models.event(
                        Context.WEBHOOKS,
                        "webhook.deleted",
                        2,
                        MINE,
                        new WebhookDeleted(endpoint())));
        assertThat(models.ask(QueryNames.WEBHOOK_INBOX, MINE, Map.of("webhook_id", WEBHOOK)))
                .isEqualTo(new QueryResult.Missing());
    }

    private JsonNode page(Map<String, String> asked) {
        Map<String, String> all = new HashMap<>(asked);
        all.put("webhook_id", WEBHOOK);
        return models.found(QueryNames.WEBHOOK_INBOX, MINE, all);
    }

    private JsonNode shown(int n) {
        return models.found(QueryNames.DELIVERY, MINE, Map.of("id", id(n)));
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("data").forEach(each -> ids.add(each.path("id").asString("")));
        return ids;
    }

    private static String id(int n) {
        // Against the order of their times.
        return Id.of(IdKind.DLV, new UUID(100 - n, 1));
    }

    private static Delivery delivery(int n) {
        return new Delivery(
                id(n),
                MINE,
                WEBHOOK,
                Id.of(IdKind.EVT, new UUID(8, n)),
                "link.created",
                START.plusMillis(n),
                new byte[0],
                false);
    }

    private static Attempt attempt(int n, int number, String outcome) {
        Instant next = outcome.equals(Attempt.RETRY) ? START.plusSeconds(5) : null;
        return new Attempt(
                Id.of(IdKind.ATT, new UUID(9, n)),
                id(n),
                MINE,
                WEBHOOK,
                Id.of(IdKind.EVT, new UUID(8, n)),
                "link.created",
                number,
                START,
                12,
                outcome,
                null,
                null,
                Map.of(),
                Map.of(),
                null,
                false,
                next);
    }

    private static WebhookEndpoint endpoint() {
        return new WebhookEndpoint(
                WEBHOOK,
                MINE,
                "https://example.com/",
                null,
                List.of("link.*"),
                List.of("links:read"),
                "key_1",
                null,
                null,
                WebhookOptions.NONE,
                true,
                null,
                List.of(),
                Map.of(),
                START,
                START);
    }
}
