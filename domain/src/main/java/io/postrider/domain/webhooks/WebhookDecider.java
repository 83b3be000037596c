package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.SendsSecrets;
import io.postrider.domain.webhooks.WebhookCommand.CreateWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DeleteWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.EnableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookCommand.RotateWebhookSecret;
import io.postrider.domain.webhooks.WebhookCommand.UpdateWebhook;
import io.postrider.domain.webhooks.WebhookEndpoint.SigningKey;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookSecretRotated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookUpdated;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Decides on webhook endpoints. */
public final class WebhookDecider
        implements Decider<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> {

    @Override
    public Lifecycle<WebhookEndpoint> initialState() {
        return new None<>();
    }

    @Override
    public Decision<WebhookEvent> decide(
            Lifecycle<WebhookEndpoint> state, WebhookCommand command, Instant at) {
        if (command instanceof CreateWebhook(WebhookEndpoint endpoint)) {
            if (!Lifecycle.isFree(state, endpoint, endpoint.options().externalId() != null)) {
                return Decision.reject(Rejection.exists("webhook", endpoint.id()));
            }
            return endpoint.errors().isEmpty()
                    ? Decision.accept(new WebhookCreated(endpoint.madeAt(at)))
                    : Decision.reject(Rejection.invalid(endpoint.errors()));
        }
        if (!(state instanceof Present<WebhookEndpoint>(WebhookEndpoint endpoint))
                || !endpoint.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("webhook"));
        }
        return switch (command) {
            case CreateWebhook _ -> Decision.reject(Rejection.exists("webhook", endpoint.id()));
            case UpdateWebhook(_, WebhookPatch patch) -> update(endpoint, patch, at);
            case EnableWebhook _ ->
                    endpoint.enabled()
                            ? Decision.unchanged()
                            : Decision.accept(new WebhookEnabled(endpoint.with(true, null, at)));
            case DisableWebhook(_, String reason) ->
                    endpoint.enabled()
                            ? Decision.accept(new WebhookDisabled(endpoint.with(false, reason, at)))
                            : Decision.unchanged();
            case ReportWebhookFailing(_, WebhookFailures failures) ->
                    WebhookHealthDecisions.failing(endpoint, failures, at);
            case ReportWebhookRecovered(_, Instant success) ->
                    WebhookHealthDecisions.recovered(endpoint, success);
            case DisableUnsuccessfulWebhook(_, Instant since) ->
                    WebhookHealthDecisions.disabled(endpoint, since, at);
            case RotateWebhookSecret(_, String ciphertext, SigningKey key, Instant oldUntil) ->
                    endpoint.signsWith(ciphertext)
                            ? Decision.unchanged()
                            : Decision.accept(
                                    new WebhookSecretRotated(
                                            endpoint.rotated(ciphertext, key, oldUntil, at)));
            case DeleteWebhook _ ->
                    Decision.accept(new WebhookDeleted(endpoint.with(false, "deleted", at)));
        };
    }

    @Override
    public Lifecycle<WebhookEndpoint> evolve(Lifecycle<WebhookEndpoint> state, WebhookEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<WebhookEvent> update(
            WebhookEndpoint endpoint, WebhookPatch patch, Instant at) {
        WebhookEndpoint changed = patch.applyTo(endpoint, at);
        List<FieldError> errors = new ArrayList<>(changed.errors());
        SendsSecrets.objection(endpoint, changed, "/url").ifPresent(errors::add);
        if (!errors.isEmpty()) {
            return Decision.reject(Rejection.invalid(errors));
        }
        WebhookEndpoint unswitched =
                changed.with(endpoint.enabled(), endpoint.disabledReason(), at)
                        .withFailing(endpoint.failing());
        boolean sameFields = unswitched.equals(endpoint.touchedAt(at));
        if (changed.enabled() == endpoint.enabled()) {
            return sameFields ? Decision.unchanged() : Decision.accept(new WebhookUpdated(changed));
        }
        return switched(endpoint, changed, unswitched, sameFields, at);
    }

    /** The endpoint is disabled between the two facts, so that nothing is delivered half-way. */
    private static Decision<WebhookEvent> switched(
            WebhookEndpoint endpoint,
            WebhookEndpoint changed,
            WebhookEndpoint unswitched,
            boolean sameFields,
            Instant at) {
        if (changed.enabled()) {
            WebhookEnabled enabled = new WebhookEnabled(changed);
            return sameFields
                    ? Decision.accept(enabled)
                    : Decision.accept(new WebhookUpdated(unswitched), enabled);
        }
        WebhookDisabled disabled =
                new WebhookDisabled(endpoint.with(false, changed.disabledReason(), at));
        return sameFields
                ? Decision.accept(disabled)
                : Decision.accept(disabled, new WebhookUpdated(changed));
    }
}
