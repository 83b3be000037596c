package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.webhooks.WebhookCommand.CreateWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DeleteWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.EnableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.UpdateWebhook;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookUpdated;
import io.postrider.domain.webhooks.WebhookRejection.WebhookExists;
import io.postrider.domain.webhooks.WebhookRejection.WebhookInvalid;
import io.postrider.domain.webhooks.WebhookRejection.WebhookMissing;
import io.postrider.domain.webhooks.WebhookState.Deleted;
import io.postrider.domain.webhooks.WebhookState.Present;
import io.postrider.domain.webhooks.WebhookState.Unknown;
import java.time.Instant;
import java.util.List;

/** Decides on webhook endpoints. */
public final class WebhookDecider
        implements Decider<WebhookCommand, WebhookState, WebhookEvent, WebhookRejection> {

    @Override
    public WebhookState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<WebhookEvent, WebhookRejection> decide(
            WebhookState state, WebhookCommand command, Instant at) {
        return switch (state) {
            case Unknown() ->
                    command instanceof CreateWebhook(WebhookEndpoint endpoint)
                            ? Decision.accept(new WebhookCreated(endpoint.madeAt(at)))
                            : Decision.reject(new WebhookMissing());
            case Present(WebhookEndpoint endpoint) -> onPresent(endpoint, command, at);
            case Deleted(WebhookEndpoint endpoint) ->
                    command instanceof CreateWebhook
                            ? Decision.reject(new WebhookExists(endpoint.id()))
                            : Decision.reject(new WebhookMissing());
        };
    }

    @Override
    public WebhookState evolve(WebhookState state, WebhookEvent event) {
        return switch (event) {
            case WebhookCreated(WebhookEndpoint endpoint) -> new Present(endpoint);
            case WebhookUpdated(WebhookEndpoint endpoint) -> new Present(endpoint);
            case WebhookDisabled(WebhookEndpoint endpoint) -> new Present(endpoint);
            case WebhookEnabled(WebhookEndpoint endpoint) -> new Present(endpoint);
            case WebhookDeleted(WebhookEndpoint endpoint) -> new Deleted(endpoint);
        };
    }

    private static Decision<WebhookEvent, WebhookRejection> onPresent(
            WebhookEndpoint endpoint, WebhookCommand command, Instant at) {
        if (command instanceof CreateWebhook) {
            return Decision.reject(new WebhookExists(endpoint.id()));
        }
        if (!endpoint.workspace().equals(command.workspace())) {
            return Decision.reject(new WebhookMissing());
        }
        return switch (command) {
            case CreateWebhook _ -> Decision.reject(new WebhookExists(endpoint.id()));
            case UpdateWebhook(_, WebhookPatch patch) -> update(endpoint, patch, at);
            case EnableWebhook _ ->
                    endpoint.enabled()
                            ? Decision.unchanged()
                            : Decision.accept(new WebhookEnabled(endpoint.with(true, null, at)));
            case DisableWebhook(_, String reason) ->
                    endpoint.enabled()
                            ? Decision.accept(new WebhookDisabled(endpoint.with(false, reason, at)))
                            : Decision.unchanged();
            case DeleteWebhook _ ->
                    Decision.accept(new WebhookDeleted(endpoint.with(false, "deleted", at)));
        };
    }

    private static Decision<WebhookEvent, WebhookRejection> update(
            WebhookEndpoint endpoint, WebhookPatch patch, Instant at) {
        WebhookEndpoint changed = patch.applyTo(endpoint, at);
        List<FieldError> errors = Metadata.errors(changed.metadata());
        if (!errors.isEmpty()) {
            return Decision.reject(new WebhookInvalid(errors));
        }
        WebhookEndpoint unswitched =
                changed.with(endpoint.enabled(), endpoint.disabledReason(), at);
        boolean sameFields = unswitched.equals(endpoint.touchedAt(at));
        if (changed.enabled() == endpoint.enabled()) {
            return sameFields ? Decision.unchanged() : Decision.accept(new WebhookUpdated(changed));
        }
        return switched(endpoint, changed, unswitched, sameFields, at);
    }

    /** The endpoint is disabled between the two facts, so that nothing is delivered half-way. */
    private static Decision<WebhookEvent, WebhookRejection> switched(
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
