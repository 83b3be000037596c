package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.created;
import static io.postrider.webhooks.fanout.FanOutSamples.header;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunEvent.RunSucceeded;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.expressions.EvaluationException;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import io.postrider.testkit.claims.Verifies;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import io.postrider.webhooks.endpoints.Subscription;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class WebhookExplanationTest {

    private static final WebhookEndpoint PLAIN =
            sample(1, MINE, "link.*", true, NOW.minusSeconds(60));

    private final EventJson json =
            new EventJson(new Rendering("http://localhost:8080", "localhost"));

    static Stream<WebhookEndpoint> webhooks() {
        return Stream.of(
                PLAIN,
                with(PLAIN, "eventTypes", List.of("*")),
                with(PLAIN, "eventTypes", List.of("key.*")),
                with(PLAIN, "readScopes", List.of("clicks:read")),
                with(PLAIN, "readScopes", List.of("links:read")),
                with(PLAIN, "enabled", false),
                createdAt(NOW.plusSeconds(60)),
                createdAt(NOW.plusSeconds(5)),
                with(PLAIN, "filter", "event.type == 'link.created'"),
                with(PLAIN, "filter", "event.data.missing > 1"),
                with(PLAIN, "filter", "event.data.short_url > 1"),
                with(PLAIN, "transform", "{'text': event.type}"),
                with(PLAIN, "transform", "'a text'"),
                with(with(PLAIN, "filter", "false"), "transform", "'a text'"));
    }

    @ParameterizedTest
    @MethodSource("webhooks")
    void anExplanationSaysWhatTheFanOutDoes(WebhookEndpoint webhook) {
        List<Delivery> made = fannedOut(created(), webhook);

        ObjectNode explained = explained(created(), webhook);

        List<Delivery> failed = made.stream().filter(each -> each.failure() != null).toList();
        boolean sent = !made.isEmpty() && failed.isEmpty();
        assertThat(explained.path("would_deliver").asBoolean(!sent))
                .isEqualTo(sent && webhook.enabled());
        assertThat(explained.path("body").isNull()).isEqualTo(!sent);
        if (sent) {
            assertThat(explained.path("body"))
                    .isEqualTo(Json.mapper().readTree(made.getFirst().body()));
        }
        for (Delivery delivery : failed) {
            assertThat(explained.path("checks").valueStream())
                    .anySatisfy(check ->
                            assertThat(check.path("detail").asString(""))
                                    .isEqualTo(delivery.failure()));
        }
    }

    @ParameterizedTest
    @MethodSource("webhooks")
    void conditionsBehindTheFirstThatDoesNotHoldAreNotEvaluated(WebhookEndpoint webhook) {
        List<JsonNode> checks = explained(created(), webhook).path("checks").valueStream().toList();

        assertThat(checks)
                .extracting(check -> check.path("check").asString(""))
                .containsExactly(
                        "enabled", "event_type", "read_scope", "time", "filter", "transform");
        List<@Nullable Boolean> onTheEvent =
                checks.stream()
                        .skip(1)
                        .<@Nullable Boolean>map(WebhookExplanationTest::holds)
                        .toList();
        int first = onTheEvent.indexOf(false);
        assertThat(onTheEvent.subList(0, first < 0 ? onTheEvent.size() : first))
                .allMatch(Boolean.TRUE::equals);
        if (first >= 0) {
            assertThat(onTheEvent.subList(first + 1, onTheEvent.size())).allMatch(it -> it == null);
        }
    }

    @ParameterizedTest
    @MethodSource("webhooks")
    void anEventMatchesWhereverItIsFannedOutToAWebhookThatIsOldEnough(WebhookEndpoint webhook) {
        WebhookEndpoint old = with(webhook, "createdAt", NOW.minusSeconds(60));
        List<Delivery> made = fannedOut(created(), old);

        assertThat(matches(webhook)).isEqualTo(made.isEmpty() ? "no" : filterFailure(made));
    }

    @Test
    void theConditionThatDoesNotHoldIsNamed() {
        assertThat(failed(with(PLAIN, "enabled", false))).isEqualTo("enabled");
        assertThat(failed(with(PLAIN, "eventTypes", List.of("key.*")))).isEqualTo("event_type");
        assertThat(failed(with(PLAIN, "readScopes", List.of("clicks:read"))))
                .isEqualTo("read_scope");
        assertThat(failed(createdAt(NOW.plusSeconds(60)))).isEqualTo("time");
        assertThat(failed(with(PLAIN, "filter", "false"))).isEqualTo("filter");
        assertThat(failed(with(PLAIN, "transform", "'a text'"))).isEqualTo("transform");
    }

    @Test
    @Verifies("event-rights")
    void aRunIsExplainedWithTheScopesOfItsEvent() {
        Run run =
                Run.begun(
                        "run_1",
                        MINE,
                        "rul_1",
                        1,
                        created().header().id(),
                        "message.received",
                        "sealed",
                        1,
                        NOW);
        EventRecord succeeded =
                new EventRecord(header("automation.run.succeeded"), new RunSucceeded(run));
        WebhookEndpoint all = with(PLAIN, "eventTypes", List.of("*"));
        WebhookEndpoint ofRuns = with(all, "readScopes", List.of("automation.runs:read"));

        assertThat(fannedOut(succeeded, ofRuns)).isEmpty();
        assertThat(failed(explained(succeeded, ofRuns))).isEqualTo("read_scope");
        assertThat(explained(succeeded, all).path("would_deliver").asBoolean(false)).isTrue();
    }

    @Test
    void aChangeAfterTheEventIsNamed() {
        WebhookEndpoint changed = with(PLAIN, "updatedAt", NOW.plusSeconds(60));

        assertThat(explained(created(), changed).at("/checks/3/detail").asString(""))
                .contains("2026-11-21T10:01:00.000Z");
    }

    private List<Delivery> fannedOut(EventRecord event, WebhookEndpoint webhook) {
        KnownEndpoints known = new KnownEndpoints();
        known.put(webhook);
        return new FanOut(known, json, () -> NOW).deliveriesOf(event, _ -> true);
    }

    private ObjectNode explained(EventRecord event, WebhookEndpoint webhook) {
        return WebhookExplanation.of(
                Subscription.of(webhook), json.delivered(event).orElseThrow(), new Expressions());
    }

    private String matches(WebhookEndpoint webhook) {
        try {
            ObjectNode event = json.delivered(created()).orElseThrow();
            return new Expressions().matches(Subscription.of(webhook), event) ? "yes" : "no";
        } catch (EvaluationException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** The transform is evaluated after the match. */
    private static String filterFailure(List<Delivery> made) {
        String failure = made.getFirst().failure();
        return failure != null && failure.startsWith("filter_failed") ? failure : "yes";
    }

    private String failed(WebhookEndpoint webhook) {
        return failed(explained(created(), webhook));
    }

    private static String failed(ObjectNode explained) {
        return explained
                .path("checks")
                .valueStream()
                .filter(check -> !check.path("holds").asBoolean(true))
                .filter(check -> !check.path("holds").isNull())
                .findFirst()
                .orElseThrow()
                .path("check")
                .asString("");
    }

    private static @Nullable Boolean holds(JsonNode check) {
        JsonNode holds = check.path("holds");
        return holds.isNull() ? null : holds.asBoolean(false);
    }

    private static WebhookEndpoint createdAt(Instant at) {
        return with(with(PLAIN, "createdAt", at), "updatedAt", at);
    }
}
