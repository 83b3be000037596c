package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookCommand.CreateWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DeleteWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.EnableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookCommand.RotateWebhookSecret;
import io.postrider.domain.webhooks.WebhookCommand.UpdateWebhook;
import io.postrider.domain.webhooks.WebhookDecider;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookRecovered;
import io.postrider.domain.webhooks.WebhookEvent.WebhookSecretRotated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookUpdated;
import io.postrider.domain.webhooks.WebhookFailures;
import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.domain.webhooks.WebhookOrdering;
import io.postrider.domain.webhooks.WebhookPatch;
import io.postrider.domain.webhooks.WebhookSignature;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.WebhookJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Webhook endpoints. */
final class WebhookAggregate {

    private static final List<CommandType<WebhookCommand>> COMMANDS =
            List.of(
                    command(
                            "webhook.create",
                            CreateWebhook.class,
                            ADDS,
                            s -> new CreateWebhook(webhook(s))),
                    command(
                            "webhook.update",
                            UpdateWebhook.class,
                            EDITS,
                            s -> new UpdateWebhook(s.workspace(), described(s))),
                    command(
                            "webhook.enable",
                            EnableWebhook.class,
                            CHANGES,
                            s -> new EnableWebhook(s.workspace())),
                    command(
                            "webhook.disable",
                            DisableWebhook.class,
                            REVOKES_ACCESS,
                            s -> new DisableWebhook(s.workspace(), "by_caller")),
                    command(
                            "webhook.report_failing",
                            ReportWebhookFailing.class,
                            CLOCK,
                            s -> new ReportWebhookFailing(s.workspace(), failures())),
                    command(
                            "webhook.report_recovered",
                            ReportWebhookRecovered.class,
                            CLOCK,
                            s -> new ReportWebhookRecovered(s.workspace(), Sample.END)),
                    command(
                            "webhook.disable_unsuccessful",
                            DisableUnsuccessfulWebhook.class,
                            CLOCK,
                            s -> new DisableUnsuccessfulWebhook(s.workspace(), Sample.END)),
                    command(
                            "webhook.rotate_secret",
                            RotateWebhookSecret.class,
                            CHANGES,
                            s ->
                                    new RotateWebhookSecret(
                                            s.workspace(),
                                            "c2VhbGVk",
                                            Sample.AT.plus(Duration.ofDays(1)))),
                    command(
                            "webhook.delete",
                            DeleteWebhook.class,
                            REVOKES_ACCESS,
                            s -> new DeleteWebhook(s.workspace())));
    private static final List<EventType<WebhookEvent>> EVENTS =
            List.of(
                    event("webhook.created", WebhookCreated.class, "A webhook was created."),
                    event("webhook.updated", WebhookUpdated.class, "A webhook was updated."),
                    event(
                            "webhook.disabled",
                            WebhookDisabled.class,
                            "A webhook was disabled; its deliveries are held."),
                    event(
                            "webhook.enabled",
                            WebhookEnabled.class,
                            "A webhook was enabled; its deliveries resume."),
                    event(
                            "webhook.secret_rotated",
                            WebhookSecretRotated.class,
                            "The signing secret of a webhook was rotated."),
                    new EventType<>(
                            "webhook.failing",
                            WebhookFailing.class,
                            "The deliveries of a webhook fail.",
                            WebhookJson::addHealth),
                    new EventType<>(
                            "webhook.recovered",
                            WebhookRecovered.class,
                            "A failing webhook accepted a delivery.",
                            WebhookJson::addHealth),
                    event("webhook.deleted", WebhookDeleted.class, "A webhook was deleted."));

    static final AggregateType<
                    WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent, WebhookEndpoint>
            ENTRY =
                    new AggregateType<>(
                            "webhook",
                            Context.WEBHOOKS,
                            new WebhookDecider(),
                            WebhookCommand.class,
                            WebhookEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.WHK),
                                    true,
                                    WebhookEndpoint.class,
                                    WebhookJson::of,
                                    Replica.MEMORY,
                                    List.of(
                                            new Index<>(
                                                    "saved_by",
                                                    Match.EXACT,
                                                    w -> Stream.ofNullable(w.savedBy()).toList()),
                                            new Index<>(
                                                    "tag", Match.EXACT, w -> w.options().tags()),
                                            new Index<>(
                                                    "external_id",
                                                    Match.EXACT,
                                                    w ->
                                                            Stream.ofNullable(
                                                                            w.options()
                                                                                    .externalId())
                                                                    .toList()))),
                            Scope.readWrite("webhooks", "links", "whatsapp", "automation"));

    private WebhookAggregate() {}

    private static WebhookEndpoint webhook(Sample s) {
        return new WebhookEndpoint(
                s.id(IdKind.WHK),
                s.workspace(),
                "https://hooks.example.com/postrider",
                "Everything about links",
                List.of("link.*"),
                List.of("links:read", "clicks:read"),
                s.id(IdKind.KEY),
                "event.type != 'link.deleted'",
                "{\"text\": event.type & ' ' & event.data.short_url}",
                new WebhookOptions(
                        Map.of("authorization", "c2VhbGVk"),
                        "5f0c",
                        null,
                        List.of("growth"),
                        WebhookFormat.STANDARD,
                        null,
                        WebhookOrdering.NONE,
                        WebhookSignature.V1),
                true,
                null,
                List.of(),
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }

    private static WebhookFailures failures() {
        return new WebhookFailures(
                0,
                24,
                21,
                "status_not_2xx",
                Sample.AT.minus(Duration.ofHours(1)),
                Sample.AT.plus(Duration.ofDays(5)));
    }

    private static WebhookPatch described(Sample s) {
        return new WebhookPatch(
                List.of("description"),
                null,
                "All link events",
                List.of(),
                List.of("links:read", "clicks:read"),
                s.id(IdKind.KEY),
                null,
                null,
                WebhookOptions.NONE,
                null,
                Map.of());
    }
}
