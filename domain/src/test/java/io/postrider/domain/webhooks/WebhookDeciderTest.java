package io.postrider.domain.webhooks;

import static io.postrider.domain.webhooks.WebhookSamples.EMPTY_PATCH;
import static io.postrider.domain.webhooks.WebhookSamples.ID;
import static io.postrider.domain.webhooks.WebhookSamples.OTHER_WORKSPACE;
import static io.postrider.domain.webhooks.WebhookSamples.SCOPES;
import static io.postrider.domain.webhooks.WebhookSamples.WORKSPACE;
import static io.postrider.domain.webhooks.WebhookSamples.disabled;
import static io.postrider.domain.webhooks.WebhookSamples.enabled;
import static io.postrider.domain.webhooks.WebhookSamples.endpoint;
import static io.postrider.domain.webhooks.WebhookSamples.options;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Deleted;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.webhooks.WebhookCommand.CreateWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DeleteWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.EnableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookCommand.RotateWebhookSecret;
import io.postrider.domain.webhooks.WebhookCommand.UpdateWebhook;
import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookSecretRotated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookUpdated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WebhookDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Rejection EXISTS = Rejection.exists("webhook", ID);
    private static final Rejection MISSING = Rejection.notFound("webhook");
    private static final WebhookFailures FAILURES =
            new WebhookFailures(0, 20, 10, "timeout", null, AT.plusSeconds(432_000));
    private static final WebhookEndpoint DELETED = endpoint(WORKSPACE, false, "deleted", AT);

    private final WebhookDecider decider = new WebhookDecider();
    private final DeciderSpec<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> spec =
            DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        DecisionTable<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> table =
                new DecisionTable<>(decider, AT);
        Present<WebhookEndpoint> present = new Present<>(enabled(WORKSPACE));
        Deleted<WebhookEndpoint> deleted = new Deleted<>(DELETED);
        table.accepts(
                "none, create",
                new None<>(),
                new CreateWebhook(enabled(WORKSPACE)),
                new WebhookCreated(
                        with(with(enabled(WORKSPACE), "createdAt", AT), "updatedAt", AT)));
        for (WebhookCommand command : allButCreate(WORKSPACE)) {
            table.refuses("none, " + command, new None<>(), command, MISSING);
            table.refuses("deleted, " + command, deleted, command, MISSING);
        }
        for (WebhookCommand command : allButCreate(OTHER_WORKSPACE)) {
            table.refuses("enabled, foreign " + command, present, command, MISSING);
            table.refuses("deleted, foreign " + command, deleted, command, MISSING);
        }
        for (String workspace : List.of(WORKSPACE, OTHER_WORKSPACE)) {
            CreateWebhook create = new CreateWebhook(enabled(workspace));
            table.refuses("enabled, create in " + workspace, present, create, EXISTS);
            table.refuses("deleted, create in " + workspace, deleted, create, EXISTS);
        }
        addEnabled(table, present);
        addDisabled(table, new Present<>(disabled("failing")));
        return table.tests(Lifecycle.class, WebhookCommand.class);
    }

    private static void addEnabled(
            DecisionTable<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> table,
            Present<WebhookEndpoint> state) {
        table.accepts(
                        "enabled, update",
                        state,
                        moved(WORKSPACE),
                        new WebhookUpdated(
                                with(
                                        endpoint(WORKSPACE, true, null, AT),
                                        "url",
                                        "https://example.org/")))
                .accepts("enabled, enable", state, new EnableWebhook(WORKSPACE))
                .accepts(
                        "enabled, disable",
                        state,
                        new DisableWebhook(WORKSPACE, "gone"),
                        new WebhookDisabled(endpoint(WORKSPACE, false, "gone", AT)))
                .accepts(
                        "enabled, failing",
                        state,
                        new ReportWebhookFailing(WORKSPACE, FAILURES),
                        new WebhookFailing(
                                enabled(WORKSPACE)
                                        .withFailing(new Failing(AT, 0, FAILURES.disablesAt())),
                                FAILURES))
                .accepts("enabled, recovered", state, new ReportWebhookRecovered(WORKSPACE, AT))
                .accepts(
                        "enabled, unsuccessful",
                        state,
                        new DisableUnsuccessfulWebhook(WORKSPACE, AT),
                        new WebhookDisabled(endpoint(WORKSPACE, false, "no_success", AT)))
                .accepts(
                        "enabled, rotate",
                        state,
                        rotated(WORKSPACE),
                        new WebhookSecretRotated(
                                enabled(WORKSPACE).rotated("new", null, AT.plusSeconds(60), AT)))
                .accepts(
                        "enabled, delete",
                        state,
                        new DeleteWebhook(WORKSPACE),
                        new WebhookDeleted(DELETED));
    }

    private static void addDisabled(
            DecisionTable<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> table,
            Present<WebhookEndpoint> state) {
        table.accepts(
                        "disabled, update",
                        state,
                        moved(WORKSPACE),
                        new WebhookUpdated(
                                with(
                                        endpoint(WORKSPACE, false, "failing", AT),
                                        "url",
                                        "https://example.org/")))
                .accepts(
                        "disabled, enable",
                        state,
                        new EnableWebhook(WORKSPACE),
                        new WebhookEnabled(endpoint(WORKSPACE, true, null, AT)))
                .accepts("disabled, disable", state, new DisableWebhook(WORKSPACE, "gone"))
                .accepts("disabled, failing", state, new ReportWebhookFailing(WORKSPACE, FAILURES))
                .accepts("disabled, recovered", state, new ReportWebhookRecovered(WORKSPACE, AT))
                .accepts(
                        "disabled, unsuccessful",
                        state,
                        new DisableUnsuccessfulWebhook(WORKSPACE, AT))
                .accepts(
                        "disabled, rotate",
                        state,
                        rotated(WORKSPACE),
                        new WebhookSecretRotated(
                                disabled("failing").rotated("new", null, AT.plusSeconds(60), AT)))
                .accepts(
                        "disabled, delete",
                        state,
                        new DeleteWebhook(WORKSPACE),
                        new WebhookDeleted(DELETED))
                .refuses(
                        "disabled, foreign enable",
                        state,
                        new EnableWebhook(OTHER_WORKSPACE),
                        MISSING);
    }

    @Test
    void anEndpointIsDisabledAndEnabledOnceEach() {
        spec.given(new WebhookCreated(enabled(WORKSPACE)))
                .when(new DisableWebhook(WORKSPACE, "gone"))
                .then(new WebhookDisabled(endpoint(WORKSPACE, false, "gone", AT)))
                .when(new DisableWebhook(WORKSPACE, "failing"))
                .thenNothing()
                .when(new EnableWebhook(WORKSPACE))
                .then(new WebhookEnabled(endpoint(WORKSPACE, true, null, AT)))
                .when(new EnableWebhook(WORKSPACE))
                .thenNothing();
    }

    @Test
    void theSecretBeforeSignsUntilTheOverlapEndsAndAnOlderOneNoMore() {
        WebhookEndpoint first = enabled(WORKSPACE).rotated("second", null, AT.plusSeconds(60), AT);
        WebhookEndpoint second =
                first.rotated("third", null, AT.plusSeconds(90), AT.plusSeconds(1));
        WebhookEndpoint atOnce =
                second.rotated("fourth", null, AT.plusSeconds(2), AT.plusSeconds(2));

        assertThat(second.secrets().stream().map(EndpointSecret::ciphertext))
                .containsExactly("third", "second");
        assertThat(second.secrets().getFirst().expiresAt()).isNull();
        assertThat(second.previousSecretEndsAt()).contains(AT.plusSeconds(90));
        assertThat(atOnce.secrets().stream().map(EndpointSecret::ciphertext))
                .containsExactly("fourth");
    }

    @Test
    void aDeletedEndpointStaysDeleted() {
        spec.given(new WebhookCreated(enabled(WORKSPACE)))
                .when(new DeleteWebhook(WORKSPACE))
                .then(new WebhookDeleted(DELETED))
                .when(new DeleteWebhook(WORKSPACE))
                .thenRefused(MISSING)
                .when(new EnableWebhook(WORKSPACE))
                .thenRefused(MISSING)
                .when(new CreateWebhook(enabled(WORKSPACE)))
                .thenRefused(EXISTS);
    }

    @Test
    void anEndpointWithAnExternalIdIsCreatedAgain() {
        WebhookEndpoint named =
                with(
                        endpoint(WORKSPACE, true, null, AT),
                        "options",
                        with(WebhookOptions.NONE, "externalId", "shop"));
        WebhookEndpoint created = with(named, "createdAt", AT);
        WebhookEndpoint gone = with(with(created, "enabled", false), "disabledReason", "deleted");

        spec.given(new WebhookCreated(created), new WebhookDeleted(gone))
                .when(new CreateWebhook(with(named, "workspace", OTHER_WORKSPACE)))
                .thenRefused(EXISTS)
                .when(new CreateWebhook(named))
                .then(new WebhookCreated(created))
                .when(new CreateWebhook(named))
                .thenRefused(EXISTS);
    }

    @Test
    void randomHistoriesKeepTheLaws() {
        new RandomHistories<>(
                        decider,
                        WebhookDeciderTest::randomCommand,
                        _ -> true,
                        () -> WebhookDeciderTest::checkStep)
                .check(WebhookEvent.class, "webhook_exists", "not_found", "invalid");
    }

    private static void checkStep(
            Step<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> step) {
        for (WebhookEvent event : step.events()) {
            WebhookEndpoint endpoint = event.endpoint();
            assertThat(endpoint.workspace()).isEqualTo(step.command().workspace());
            assertThat(endpoint.createdAt())
                    .isEqualTo(
                            step.before() instanceof Present(WebhookEndpoint before)
                                    ? before.createdAt()
                                    : step.at());
            assertThat(endpoint.secrets()).hasSizeBetween(1, 2);
            assertThat(endpoint.secrets().getFirst().expiresAt()).isNull();
            assertThat(endpoint.failing() == null || endpoint.enabled())
                    .as("failing only while enabled")
                    .isTrue();
            assertThat(endpoint.disabledReason() == null)
                    .as("a reason while disabled, and only then")
                    .isEqualTo(endpoint.enabled());
        }
        if (step.before() instanceof Deleted) {
            assertThat(step.after()).isEqualTo(step.before());
        }
    }

    private static WebhookCommand randomCommand(Random random) {
        String workspace = random.nextInt(6) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        return switch (random.nextInt(20)) {
            case 0 -> new DeleteWebhook(workspace);
            case 1, 2, 3, 4 -> new CreateWebhook(enabled(workspace));
            case 5, 6 -> new EnableWebhook(workspace);
            case 7 -> rotated(workspace);
            case 11, 12 -> new ReportWebhookFailing(workspace, FAILURES);
            case 13 -> new ReportWebhookRecovered(workspace, AT.plusSeconds(86_400));
            case 14 -> new DisableUnsuccessfulWebhook(workspace, AT.plusSeconds(86_400));
            case 8, 9, 10 -> new DisableWebhook(workspace, "reason" + random.nextInt(2));
            default -> new UpdateWebhook(workspace, randomPatch(random));
        };
    }

    private static WebhookPatch randomPatch(Random random) {
        List<String> changed = new ArrayList<>();
        for (String field :
                List.of(
                        "url",
                        "description",
                        "event_types",
                        "filter",
                        "transform",
                        "enabled",
                        "metadata/key",
                        "metadata")) {
            if (random.nextInt(3) == 0) {
                changed.add(field);
            }
        }
        int number = random.nextInt(3);
        return new WebhookPatch(
                changed,
                number == 0 ? null : "https://example.com/" + number,
                number == 1 ? null : "text" + number,
                List.of("link." + number),
                number == 0 ? List.of() : SCOPES,
                "key_" + number,
                number == 2 ? null : "event.type == '" + number + "'",
                number == 0 ? null : "event.data" + number,
                options(Map.of("x-" + number, "sealed" + number), "host" + random.nextInt(2)),
                number == 2 ? null : (Boolean) random.nextBoolean(),
                Map.of("key", random.nextInt(6) == 0 ? "v".repeat(501) : "value" + number));
    }

    private static List<WebhookCommand> allButCreate(String workspace) {
        return List.of(
                moved(workspace),
                new EnableWebhook(workspace),
                new DisableWebhook(workspace, "gone"),
                new ReportWebhookFailing(workspace, FAILURES),
                new ReportWebhookRecovered(workspace, AT),
                new DisableUnsuccessfulWebhook(workspace, AT),
                rotated(workspace),
                new DeleteWebhook(workspace));
    }

    private static RotateWebhookSecret rotated(String workspace) {
        return new RotateWebhookSecret(workspace, "new", AT.plusSeconds(60));
    }

    private static UpdateWebhook moved(String workspace) {
        WebhookPatch patch = with(EMPTY_PATCH, "changed", List.of("url"));
        return new UpdateWebhook(workspace, with(patch, "url", "https://example.org/"));
    }
}
