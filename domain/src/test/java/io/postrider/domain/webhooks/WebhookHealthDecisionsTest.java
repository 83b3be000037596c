package io.postrider.domain.webhooks;

import static io.postrider.domain.webhooks.WebhookSamples.EMPTY_PATCH;
import static io.postrider.domain.webhooks.WebhookSamples.WORKSPACE;
import static io.postrider.domain.webhooks.WebhookSamples.enabled;
import static io.postrider.domain.webhooks.WebhookSamples.endpoint;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.EnableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookRecovered;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookHealthDecisionsTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Instant ENDS = AT.plusSeconds(432_000);

    private final DeciderSpec<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> spec =
            DeciderSpec.of(new WebhookDecider(), AT);

    @Test
    void reportsOfTwoNodesMakeOneEventForEachStep() {
        spec.given(new WebhookCreated(enabled(WORKSPACE)))
                .when(report(0))
                .then(new WebhookFailing(failing(0), failures(0)))
                .when(report(0))
                .thenNothing()
                .when(report(50))
                .then(new WebhookFailing(failing(50), failures(50)))
                .when(report(50))
                .thenNothing()
                .when(report(0))
                .thenNothing();
    }

    @Test
    void aSuccessAfterTheReportEndsTheFailureOnce() {
        spec.given(new WebhookFailing(failing(0), failures(0)))
                .when(new ReportWebhookRecovered(WORKSPACE, AT.minusMillis(1)))
                .thenNothing()
                .when(new ReportWebhookRecovered(WORKSPACE, AT))
                .then(new WebhookRecovered(enabled(WORKSPACE), AT))
                .when(new ReportWebhookRecovered(WORKSPACE, AT))
                .thenNothing();
    }

    @Test
    void anEndpointWithoutASuccessIsDisabledOnceAndNotAfterItWasEnabledSince() {
        spec.given(new WebhookFailing(failing(90), failures(90)))
                .when(new DisableUnsuccessfulWebhook(WORKSPACE, AT.minusSeconds(1)))
                .then(new WebhookDisabled(endpoint(WORKSPACE, false, "no_success", AT)))
                .when(new DisableUnsuccessfulWebhook(WORKSPACE, AT.minusSeconds(1)))
                .thenNothing()
                .when(new EnableWebhook(WORKSPACE))
                .then(new WebhookEnabled(endpoint(WORKSPACE, true, null, AT)))
                .when(new DisableUnsuccessfulWebhook(WORKSPACE, AT.minusSeconds(1)))
                .thenNothing();
    }

    @Test
    void noReportEnablesAnEndpointThatAPersonDisabled() {
        spec.given(new WebhookFailing(failing(0), failures(0)))
                .when(new DisableWebhook(WORKSPACE, "by_caller"))
                .then(new WebhookDisabled(endpoint(WORKSPACE, false, "by_caller", AT)))
                .when(new ReportWebhookRecovered(WORKSPACE, AT.plusSeconds(60)))
                .thenNothing()
                .when(report(50))
                .thenNothing();
    }

    @Test
    void anEditKeepsTheFailureAndTheSwitchEndsIt() {
        WebhookPatch moved =
                with(with(EMPTY_PATCH, "changed", List.of("url")), "url", "https://example.org/");

        assertThat(moved.applyTo(failing(0), AT).failing()).isEqualTo(failing(0).failing());
        assertThat(failing(0).with(false, "by_caller", AT).failing()).isNull();
    }

    private static WebhookFailures failures(int progress) {
        return new WebhookFailures(progress, 20, 10, "timeout", null, ENDS);
    }

    private static ReportWebhookFailing report(int progress) {
        return new ReportWebhookFailing(WORKSPACE, failures(progress));
    }

    private static WebhookEndpoint failing(int progress) {
        return enabled(WORKSPACE).withFailing(new Failing(AT, progress, ENDS));
    }
}
