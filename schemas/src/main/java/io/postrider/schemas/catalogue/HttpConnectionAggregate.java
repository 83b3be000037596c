package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.automation.HttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand;
import io.postrider.domain.automation.HttpConnectionCommand.CreateHttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand.DeleteHttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand.UpdateHttpConnection;
import io.postrider.domain.automation.HttpConnectionDecider;
import io.postrider.domain.automation.HttpConnectionEvent;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionCreated;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionDeleted;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionUpdated;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.HttpConnectionJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Credentials with which rules call other services. */
final class HttpConnectionAggregate {

    private static final List<CommandType<HttpConnectionCommand>> COMMANDS =
            List.of(
                    command(
                            "automation.connection.create",
                            CreateHttpConnection.class,
                            ADDS,
                            s -> new CreateHttpConnection(connection(s, "CRM"))),
                    command(
                            "automation.connection.update",
                            UpdateHttpConnection.class,
                            EDITS,
                            s ->
                                    new UpdateHttpConnection(
                                            s.workspace(),
                                            List.of("name"),
                                            connection(s, "CRM of the shop"))),
                    command(
                            "automation.connection.delete",
                            DeleteHttpConnection.class,
                            REVOKES_ACCESS,
                            s -> new DeleteHttpConnection(s.workspace())));
    private static final List<EventType<HttpConnectionEvent>> EVENTS =
            List.of(
                    event(
                            "automation.connection.created",
                            HttpConnectionCreated.class,
                            "An HTTP connection was created."),
                    event(
                            "automation.connection.updated",
                            HttpConnectionUpdated.class,
                            "An HTTP connection was updated."),
                    event(
                            "automation.connection.deleted",
                            HttpConnectionDeleted.class,
                            "An HTTP connection was deleted."));

    static final AggregateType<
                    HttpConnectionCommand,
                    Lifecycle<HttpConnection>,
                    HttpConnectionEvent,
                    HttpConnection>
            ENTRY =
                    new AggregateType<>(
                            "http_connection",
                            Context.AUTOMATION,
                            new HttpConnectionDecider(),
                            HttpConnectionCommand.class,
                            HttpConnectionEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.CON),
                                    true,
                                    HttpConnection.class,
                                    HttpConnectionJson::of,
                                    Replica.NONE,
                                    List.of()),
                            List.of());

    private HttpConnectionAggregate() {}

    private static HttpConnection connection(Sample s, String name) {
        return new HttpConnection(
                s.id(IdKind.CON),
                s.workspace(),
                name,
                HttpConnection.Kind.BEARER,
                "crm.example.com",
                "AbCdEf0123456789",
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }
}
