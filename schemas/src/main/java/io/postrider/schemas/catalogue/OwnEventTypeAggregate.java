package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.automation.OwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand;
import io.postrider.domain.automation.OwnEventTypeCommand.CreateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.DeleteOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.UpdateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeDecider;
import io.postrider.domain.automation.OwnEventTypeEvent;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeCreated;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeDeleted;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeUpdated;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.OwnEventTypeJson;
import java.util.List;
import java.util.Optional;

/** Types of events that workspaces publish. */
final class OwnEventTypeAggregate {

    private static final List<CommandType<OwnEventTypeCommand>> COMMANDS =
            List.of(
                    command(
                            "automation.event_type.create",
                            CreateOwnEventType.class,
                            ADDS,
                            s -> new CreateOwnEventType(eventType(s, "An order was paid."))),
                    command(
                            "automation.event_type.update",
                            UpdateOwnEventType.class,
                            EDITS,
                            s ->
                                    new UpdateOwnEventType(
                                            s.workspace(),
                                            List.of("description"),
                                            eventType(s, "A buyer paid an order."))),
                    command(
                            "automation.event_type.delete",
                            DeleteOwnEventType.class,
                            CHANGES,
                            s -> new DeleteOwnEventType(s.workspace())));
    private static final List<EventType<OwnEventTypeEvent>> EVENTS =
            List.of(
                    event(
                            "automation.event_type.created",
                            OwnEventTypeCreated.class,
                            "An event type of the workspace was created."),
                    event(
                            "automation.event_type.updated",
                            OwnEventTypeUpdated.class,
                            "An event type of the workspace was updated."),
                    event(
                            "automation.event_type.deleted",
                            OwnEventTypeDeleted.class,
                            "An event type of the workspace was deleted."));

    static final AggregateType<
                    OwnEventTypeCommand, Lifecycle<OwnEventType>, OwnEventTypeEvent, OwnEventType>
            ENTRY =
                    new AggregateType<>(
                            "own_event_type",
                            Context.AUTOMATION,
                            new OwnEventTypeDecider(),
                            OwnEventTypeCommand.class,
                            OwnEventTypeEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.ETY),
                                    true,
                                    OwnEventType.class,
                                    OwnEventTypeJson::of,
                                    Replica.MEMORY,
                                    List.of()),
                            List.of());

    private OwnEventTypeAggregate() {}

    private static OwnEventType eventType(Sample s, String description) {
        return new OwnEventType(
                s.id(IdKind.ETY),
                s.workspace(),
                "order.paid",
                description,
                "{\"required\":[\"order_id\"]}",
                "{\"order_id\":\"1042\"}",
                Sample.AT,
                Sample.AT);
    }
}
