package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static io.postrider.projections.TestModels.START;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DeliveryStatesTest {

    private static final String WEBHOOK = Id.of(IdKind.WHK, new UUID(6, 1));
    private static final String NEW = Id.of(IdKind.DLV, new UUID(7, 1));
    private static final String FAILED = Id.of(IdKind.DLV, new UUID(7, 2));
    private static final String TAKEN = Id.of(IdKind.DLV, new UUID(7, 3));

    @TempDir Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
        apply("webhook.created", 1, new WebhookCreated(endpoint(true)));
        List.of(NEW, FAILED, TAKEN).forEach(id -> models.apply(delivery(id)));
        models.apply(attempt(FAILED, Attempt.RETRY));
        models.apply(attempt(TAKEN, Attempt.DELIVERED));
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    void aDeliveryIsPendingThenWaitingThenDelivered() {
        assertThat(states())
                .isEqualTo(Map.of(NEW, "pending", FAILED, "waiting", TAKEN, "delivered"));
        assertThat(shown(FAILED).path("next_attempt_at").asString())
                .isEqualTo("2026-11-21T10:00:05.000Z");
    }

    @Test
    void aDisabledWebhookHoldsUndeliveredEvents() {
        apply("webhook.disabled", 2, new WebhookDisabled(endpoint(false)));

        assertThat(states()).isEqualTo(Map.of(NEW, "held", FAILED, "held", TAKEN, "delivered"));
        assertThat(shown(FAILED).path("next_attempt_at").isNull()).isTrue();
    }

    @Test
    void nothingWaitsForADeletedWebhook() {
        apply("webhook.deleted", 2, new WebhookDeleted(endpoint(false)));

        assertThat(states())
                .isEqualTo(Map.of(NEW, "exhausted", FAILED, "exhausted", TAKEN, "delivered"));
        for (String id : List.of(NEW, FAILED)) {
            assertThat(shown(id).path("next_attempt_at").isNull()).isTrue();
        }
        assertThat(listed("held")).isEmpty();
        assertThat(listed("exhausted")).hasSize(2);
        assertThat(models.ask(QueryNames.WEBHOOK, MINE, Map.of("id", WEBHOOK)))
                .isEqualTo(new QueryResult.Missing());
    }

    @Test
    void aDeliveryThatIsReadBeforeItsNewWebhookIsPending() {
        String unknown = Id.of(IdKind.WHK, new UUID(6, 2));
        String id = Id.of(IdKind.DLV, new UUID(7, 4));
        models.apply(delivery(id, unknown));

        assertThat(shown(id).path("state").asString()).isEqualTo("pending");
    }

    @Test
    void aFailingTransformIsHeldWithItsReasonUntilItIsMadeAgain() {
        String id = Id.of(IdKind.DLV, new UUID(7, 5));
        models.apply(failed(id, "transform_failed: No."));
        assertThat(shown(id).path("state").asString()).isEqualTo("held");
        assertThat(shown(id).path("last_error").asString()).isEqualTo("transform_failed: No.");
        assertThat(shown(id).path("attempts").asInt()).isZero();
        assertThat(listed("held")).hasSize(1);

        models.apply(failed(id, "transform_failed: Again."));
        assertThat(shown(id).path("last_error").asString()).isEqualTo("transform_failed: Again.");
        models.apply(with(delivery(id), "body", new byte[] {1}));
        assertThat(shown(id).path("state").asString()).isEqualTo("pending");
        assertThat(shown(id).path("last_error").isNull()).isTrue();
        models.apply(failed(id, "transform_failed: Read twice."));
        assertThat(shown(id).path("state").asString()).isEqualTo("pending");
    }

    @Test
    @Verifies("event-rights")
    void theDeliveryOfARunIsForReadersOfItsEvent() {
        String id = Id.of(IdKind.DLV, new UUID(7, 5));
        Delivery run = with(delivery(id), "eventType", "automation.run.failed");
        models.apply(with(run, "runEventType", "message.received"));

        assertThat(readBy(id, "automation.runs:read")).isInstanceOf(QueryResult.Missing.class);
        assertThat(readBy(id, "automation.runs:read", "messages:read"))
                .isInstanceOf(QueryResult.Found.class);
    }

    private QueryResult readBy(String id, String... scopes) {
        String reader = EventReader.of(List.of(scopes), List.of()).text();
        return models.ask(QueryNames.DELIVERY, MINE, Map.of("id", id, QueryNames.READER, reader));
    }

    @Test
    void aHeldDeliveryThatIsGivenUpIsExhaustedWithTheReason() {
        String id = Id.of(IdKind.DLV, new UUID(7, 5));
        models.apply(failed(id, "transform_failed: No."));
        models.apply(
                failed(id, "too_many_held: The webhook has reached its limit of held deliveries."));

        assertThat(shown(id).path("state").asString()).isEqualTo("exhausted");
        assertThat(shown(id).path("last_error").asString())
                .isEqualTo("too_many_held: The webhook has reached its limit of held deliveries.");
        assertThat(listed("held")).isEmpty();
    }

    @Test
    void aHeldDeliveryThatIsTakenBackIsGone() {
        String id = Id.of(IdKind.DLV, new UUID(7, 5));
        models.apply(failed(id, "filter_failed: No."));
        models.apply(delivery(id));

        assertThat(models.ask(QueryNames.DELIVERY, MINE, Map.of("id", id)))
                .isEqualTo(new QueryResult.Missing());
        assertThat(listed("held")).isEmpty();
    }

    @Test
    void deliveriesAndAttemptsAreKeptForThirtyDaysAndTheEventsOfTheirWebhookForLonger() {
        String other = Id.of(IdKind.DLV, new UUID(7, 6));
        Instant later = START.plus(Duration.ofDays(31));
        models.nodeClock(later);
        models.at(later).apply(delivery(other));
        models.apply(attempt(other, Attempt.DELIVERED));

        for (String id : List.of(NEW, FAILED, TAKEN)) {
            assertThat(models.ask(QueryNames.DELIVERY, MINE, Map.of("id", id)))
                    .isEqualTo(new QueryResult.Missing());
        }
        for (int table : new int[] {0x30, 0x31, 0x32, 0x33, 0x34}) {
            assertThat(models.rows(table)).as("table %x", table).isOne();
        }
        assertThat(shown(other).path("state").asString()).isEqualTo("delivered");
        assertThat(models.found(QueryNames.EVENTS, MINE, Map.of("types", "webhook.*")).path("data"))
                .hasSize(1);
        models.at(START).apply(delivery(NEW));
        models.apply(attempt(NEW, Attempt.DELIVERED));
        assertThat(models.rows(0x32)).as("of a record that the log still has").isOne();
        assertThat(models.rows(0x34)).isOne();
    }

    @Test
    void pagesOfDeliveriesStayStableWhileDeliveriesAreAdded() {
        List<String> listed = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>(Map.of("limit", "1", "webhook_id", WEBHOOK));
        for (int page = 0; page < 3; page++) {
            JsonNode found = models.found(QueryNames.DELIVERIES, MINE, parameters);
            found.path("data").forEach(each -> listed.add(each.path("id").asString()));
            assertThat(found.path("has_more").asBoolean()).isEqualTo(page < 2);
            parameters.put("cursor", found.path("next_cursor").asString(""));
            Instant later = START.plusSeconds(60L + page);
            String newer = Id.of(IdKind.DLV, new UUID(7, 100 + page));
            models.apply(with(delivery(newer), "createdAt", later));
        }

        assertThat(listed).containsExactlyInAnyOrder(NEW, FAILED, TAKEN);
    }

    private static Delivery failed(String id, String failure) {
        return with(delivery(id), "failure", failure);
    }

    private Map<String, String> states() {
        return Map.of(
                NEW, shown(NEW).path("state").asString(),
                FAILED, shown(FAILED).path("state").asString(),
                TAKEN, shown(TAKEN).path("state").asString());
    }

    private JsonNode shown(String id) {
        return models.found(QueryNames.DELIVERY, MINE, Map.of("id", id));
    }

    private JsonNode listed(String state) {
        return models.found(QueryNames.DELIVERIES, MINE, Map.of("state", state)).path("data");
    }

    private <E extends Record & WebhookEvent> void apply(String type, long sequence, E event) {
        models.apply(models.event(Context.WEBHOOKS, type, sequence, MINE, event));
    }

    private static WebhookEndpoint endpoint(boolean enabled) {
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
                enabled,
                enabled ? null : "by_caller",
                List.of(),
                Map.of(),
                START,
                START);
    }

    private static Delivery delivery(String id) {
        return delivery(id, WEBHOOK);
    }

    private static Delivery delivery(String id, String endpoint) {
        return new Delivery(
                id,
                MINE,
                endpoint,
                Id.of(IdKind.EVT, new UUID(8, 1)),
                "link.created",
                START,
                new byte[0],
                false);
    }

    private static Attempt attempt(String delivery, String outcome) {
        boolean retry = outcome.equals(Attempt.RETRY);
        @Nullable String error = retry ? "status_not_2xx" : null;
        return new Attempt(
                Id.of(IdKind.ATT, new UUID(9, 1)),
                delivery,
                MINE,
                WEBHOOK,
                Id.of(IdKind.EVT, new UUID(8, 1)),
                "link.created",
                1,
                START,
                12,
                outcome,
                retry ? 500 : 200,
                error,
                Map.of(),
                Map.of(),
                null,
                false,
                retry ? START.plusSeconds(5) : null);
    }
}
