package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static io.postrider.projections.TestModels.START;
import static io.postrider.projections.TestModels.THEIRS;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookRecovered;
import io.postrider.domain.webhooks.WebhookFailures;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The statistics of deliveries and the health of webhooks. */
class WebhookHealthTest {

    private static final String WEBHOOK = Id.of(IdKind.WHK, new UUID(6, 1));
    private static final String OTHER = Id.of(IdKind.WHK, new UUID(6, 2));

    @TempDir Path folder;
    private TestModels models;
    private int deliveries;
    private long version;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
        models.nodeClock(START.plusSeconds(60));
        apply("webhook.created", new WebhookCreated(endpoint()));
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    void attemptsAreGroupedByWhatIsAskedFor() {
        count(WEBHOOK, 200, null, 30);
        count(WEBHOOK, 503, "throttled", 40);
        count(OTHER, null, "timeout", 15_000);
        count(OTHER, 204, null, 3);

        assertThat(groups("endpoint")).containsExactly(WEBHOOK + " 1/2", OTHER + " 1/2");
        assertThat(groups("status")).containsExactly("null 0/1", "2xx 2/2", "5xx 0/1");
        assertThat(groups("error")).containsExactly("null 2/2", "throttled 0/1", "timeout 0/1");
        assertThat(groups("event_type")).containsExactly("link.created 2/4");
        JsonNode totals = stats(Map.of()).path("totals");
        assertThat(totals.path("deliveries").asInt()).isEqualTo(4);
        assertThat(totals.path("failed").asInt()).isEqualTo(2);
        assertThat(totals.path("success_rate").asDouble()).isEqualTo(0.5);
        assertThat(totals.path("latency_p95_ms").asInt()).isBetween(10_001, 20_000);
    }

    @Test
    void anAttemptThatTwoNodesWroteIsCountedOnce() {
        Attempt attempt = attempt(WEBHOOK, 200, null, 30, START);
        models.apply(attempt);
        models.apply(attempt);
        models.apply(with(attempt, "number", 2));

        assertThat(groups("endpoint")).containsExactly(WEBHOOK + " 2/2");
        assertThat(stats(Map.of()).path("totals").path("deliveries").asInt()).isEqualTo(1);
    }

    @Test
    void statisticsAreOfWholeHoursOfARangeAndOfTheLastDayWithoutOne() {
        models.apply(attempt(WEBHOOK, 200, null, 30, START.minus(Duration.ofHours(30))));
        models.apply(attempt(WEBHOOK, 200, null, 30, START.minusSeconds(3_600)));
        models.apply(attempt(WEBHOOK, 500, "status_not_2xx", 30, START));

        assertThat(groups("endpoint")).containsExactly(WEBHOOK + " 1/2");
        assertThat(counted("2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z")).isEqualTo(3);
        assertThat(counted("2026-11-21T09:30:00Z", "2026-11-21T10:00:00Z")).isEqualTo(1);
        assertThat(counted("2026-11-21T10:00:00Z", "2026-11-21T10:00:01Z")).isEqualTo(1);
    }

    @Test
    void aWorkspaceHasAtMostAHundredGroupsInAnHour() {
        for (int i = 0; i < 120; i++) {
            models.apply(
                    with(attempt(WEBHOOK, 200, null, 30, START), "eventType", "order.type" + i));
        }

        List<String> groups = groups("event_type");
        assertThat(groups).hasSize(101).contains("other 20/20");
        assertThat(groups("endpoint")).containsExactly(WEBHOOK + " 120/120");
    }

    @Test
    void nothingIsShownToAnotherWorkspaceAndOddGroupsAreRejected() {
        count(WEBHOOK, 200, null, 30);

        assertThat(models.found(QueryNames.WEBHOOK_STATS, THEIRS, Map.of()).path("data")).isEmpty();
        assertThat(models.ask(QueryNames.WEBHOOK_STATS, MINE, Map.of("group_by", "url")))
                .isInstanceOf(QueryResult.BadParameter.class);
    }

    @Test
    void countsGoWithTheRetentionOfAttempts() {
        count(WEBHOOK, 200, null, 30);
        int rows = models.rows(0x38);
        Instant later = START.plus(Duration.ofDays(31));
        models.nodeClock(later);
        models.at(later).apply(attempt(WEBHOOK, 200, null, 30, later));
        models.apply(attempt(WEBHOOK, 200, null, 30, later.plusSeconds(3_600)));

        assertThat(models.rows(0x38)).isEqualTo(2 * rows);
        assertThat(models.rows(0x3A)).isEqualTo(2 * rows);
    }

    @Test
    void aWebhookIsIdleHealthyFailingRecoveredAndDisabled() {
        assertThat(health().path("state").asString()).isEqualTo("idle");
        assertThat(health().path("success_rate").isNull()).isTrue();

        count(WEBHOOK, 200, null, 30);
        assertThat(health().path("state").asString()).isEqualTo("healthy");
        assertThat(health().path("last_success_at").asString())
                .isEqualTo("2026-11-21T10:00:00.030Z");

        Instant ends = START.plus(Duration.ofDays(5));
        WebhookEndpoint failing = endpoint().withFailing(new Failing(START, 0, ends));
        models.apply(attempt(WEBHOOK, 500, "status_not_2xx", 30, START.plusSeconds(1)));
        apply(
                "webhook.failing",
                new WebhookFailing(failing, new WebhookFailures(0, 2, 1, null, null, ends)));
        assertThat(health().path("state").asString()).isEqualTo("failing");
        assertThat(health().path("last_error").asString()).isEqualTo("status_not_2xx");
        assertThat(health().path("success_rate").asDouble()).isEqualTo(0.5);
        assertThat(health().path("disables_at").asString()).isEqualTo("2026-11-26T10:00:00.000Z");
        assertThat(health().path("since").isNull()).isFalse();

        apply("webhook.recovered", new WebhookRecovered(endpoint(), START));
        assertThat(health().path("state").asString()).isEqualTo("healthy");
        assertThat(health().path("disables_at").isNull()).isTrue();
        apply("webhook.disabled", new WebhookDisabled(with(endpoint(), "enabled", false)));
        assertThat(health().path("state").asString()).isEqualTo("disabled");
    }

    private int counted(String from, String to) {
        return stats(Map.of("from", from, "to", to)).path("totals").path("attempts").asInt();
    }

    private JsonNode health() {
        return models.found(QueryNames.WEBHOOK, MINE, Map.of("id", WEBHOOK)).path("health");
    }

    private List<String> groups(String by) {
        return stats(Map.of("group_by", by))
                .path("data")
                .valueStream()
                .map(row ->
                        (row.path(by).isNull() ? "null" : row.path(by).asString())
                                + " "
                                + row.path("delivered").asInt()
                                + "/"
                                + row.path("attempts").asInt())
                .toList();
    }

    private JsonNode stats(Map<String, String> parameters) {
        return models.found(QueryNames.WEBHOOK_STATS, MINE, parameters);
    }

    private <E extends Record & WebhookEvent> void apply(String type, E event) {
        version++;
        models.apply(models.event(Context.WEBHOOKS, type, version, MINE, event));
    }

    private void count(
            String webhook, @Nullable Integer status, @Nullable String error, long millis) {
        models.apply(attempt(webhook, status, error, millis, START));
    }

    private Attempt attempt(
            String webhook,
            @Nullable Integer status,
            @Nullable String error,
            long millis,
            Instant at) {
        deliveries++;
        return new Attempt(
                Id.of(IdKind.ATT, new UUID(9, deliveries)),
                Id.of(IdKind.DLV, new UUID(7, deliveries)),
                MINE,
                webhook,
                Id.of(IdKind.EVT, new UUID(8, 1)),
                "link.created",
                1,
                at,
                millis,
                error == null ? Attempt.DELIVERED : Attempt.RETRY,
                status,
                error,
                Map.of(),
                Map.of(),
                null,
                false,
                null);
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
