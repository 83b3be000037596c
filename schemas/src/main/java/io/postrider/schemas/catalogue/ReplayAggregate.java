package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayCommand;
import io.postrider.domain.webhooks.ReplayCommand.AdvanceReplay;
import io.postrider.domain.webhooks.ReplayCommand.CancelReplay;
import io.postrider.domain.webhooks.ReplayCommand.CreateReplay;
import io.postrider.domain.webhooks.ReplayCommand.FailReplay;
import io.postrider.domain.webhooks.ReplayDecider;
import io.postrider.domain.webhooks.ReplayEvent;
import io.postrider.domain.webhooks.ReplayEvent.ReplayAdvanced;
import io.postrider.domain.webhooks.ReplayEvent.ReplayCanceled;
import io.postrider.domain.webhooks.ReplayEvent.ReplayCompleted;
import io.postrider.domain.webhooks.ReplayEvent.ReplayCreated;
import io.postrider.domain.webhooks.ReplayEvent.ReplayFailed;
import io.postrider.domain.webhooks.ReplayFilter;
import io.postrider.domain.webhooks.ReplayProgress;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ReplayJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Replays of deliveries. They share the topics of webhooks. */
final class ReplayAggregate {

    private static final List<CommandType<ReplayCommand>> COMMANDS =
            List.of(
                    command(
                            "webhook.replay.create",
                            CreateReplay.class,
                            ADDS,
                            s -> new CreateReplay(replay(s))),
                    command(
                            "webhook.replay.advance",
                            AdvanceReplay.class,
                            CLOCK,
                            s ->
                                    new AdvanceReplay(
                                            s.workspace(), new ReplayProgress(98, 2, "9fKq2m")),
                            s -> new AdvanceReplay(s.workspace(), new ReplayProgress(12, 0, null))),
                    command(
                            "webhook.replay.fail",
                            FailReplay.class,
                            CLOCK,
                            s -> new FailReplay(s.workspace(), "webhook_deleted")),
                    command(
                            "webhook.replay.cancel",
                            CancelReplay.class,
                            CHANGES,
                            s -> new CancelReplay(s.workspace(), s.id(IdKind.WHK))));
    private static final List<EventType<ReplayEvent>> EVENTS =
            List.of(
                    event(
                            "webhook.replay.created",
                            ReplayCreated.class,
                            "A replay of deliveries was created."),
                    event(
                            "webhook.replay.advanced",
                            ReplayAdvanced.class,
                            "A replay requested more deliveries."),
                    event(
                            "webhook.replay.completed",
                            ReplayCompleted.class,
                            "A replay requested all deliveries that match its filter."),
                    event(
                            "webhook.replay.failed",
                            ReplayFailed.class,
                            "A replay failed and does not continue."),
                    event(
                            "webhook.replay.canceled",
                            ReplayCanceled.class,
                            "A replay was canceled."));

    static final AggregateType<ReplayCommand, Lifecycle<Replay>, ReplayEvent, Replay> ENTRY =
            new AggregateType<>(
                    "delivery_replay",
                    Context.WEBHOOKS,
                    new ReplayDecider(),
                    ReplayCommand.class,
                    ReplayEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.RPL),
                            true,
                            Replay.class,
                            ReplayJson::of,
                            Replica.MEMORY,
                            List.of(
                                    new Index<>(
                                            "webhook_id",
                                            Match.EXACT,
                                            replay -> List.of(replay.webhookId())))),
                    List.of());

    private ReplayAggregate() {}

    private static Replay replay(Sample s) {
        return Replay.pending(
                s.id(IdKind.RPL),
                s.workspace(),
                s.id(IdKind.WHK),
                new ReplayFilter(
                        List.of("link.*"),
                        Sample.AT.minus(Duration.ofHours(1)),
                        Sample.AT,
                        "exhausted",
                        "event.data.domain == 'example.com'"),
                100,
                "links:read|",
                Sample.AT);
    }
}
