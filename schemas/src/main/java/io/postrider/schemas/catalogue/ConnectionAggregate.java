package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.models.ConnectionCommand;
import io.postrider.domain.models.ConnectionCommand.CreateConnection;
import io.postrider.domain.models.ConnectionCommand.DeleteConnection;
import io.postrider.domain.models.ConnectionCommand.UpdateConnection;
import io.postrider.domain.models.ConnectionDecider;
import io.postrider.domain.models.ConnectionEvent;
import io.postrider.domain.models.ConnectionEvent.ConnectionCreated;
import io.postrider.domain.models.ConnectionEvent.ConnectionDeleted;
import io.postrider.domain.models.ConnectionEvent.ConnectionUpdated;
import io.postrider.domain.models.ConnectionPatch;
import io.postrider.domain.models.ModelConnection;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ConnectionJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Connections to providers of models. */
final class ConnectionAggregate {

    private static final List<CommandType<ConnectionCommand>> COMMANDS =
            List.of(
                    command(
                            "model.connection.create",
                            CreateConnection.class,
                            ADDS,
                            s -> new CreateConnection(connection(s))),
                    command(
                            "model.connection.update",
                            UpdateConnection.class,
                            EDITS,
                            s -> new UpdateConnection(s.workspace(), renamed())),
                    command(
                            "model.connection.delete",
                            DeleteConnection.class,
                            REMOVES,
                            s -> new DeleteConnection(s.workspace())));
    private static final List<EventType<ConnectionEvent>> EVENTS =
            List.of(
                    event(
                            "model.connection.created",
                            ConnectionCreated.class,
                            "A model connection was created."),
                    event(
                            "model.connection.updated",
                            ConnectionUpdated.class,
                            "A model connection was updated."),
                    event(
                            "model.connection.deleted",
                            ConnectionDeleted.class,
                            "A model connection was deleted."));

    static final AggregateType<
                    ConnectionCommand, Lifecycle<ModelConnection>, ConnectionEvent, ModelConnection>
            ENTRY =
                    new AggregateType<>(
                            "model_connection",
                            Context.MODELS,
                            new ConnectionDecider(),
                            ConnectionCommand.class,
                            ConnectionEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.CON),
                                    true,
                                    ModelConnection.class,
                                    (connection, version, _) ->
                                            ConnectionJson.of(connection, version),
                                    Replica.MEMORY,
                                    List.of()),
                            List.of());

    private ConnectionAggregate() {}

    private static ModelConnection connection(Sample s) {
        return new ModelConnection(
                s.id(IdKind.CON),
                s.workspace(),
                "Own GPU",
                ModelConnection.OPENAI_COMPATIBLE,
                "https://models.example.com/v1",
                Map.of("x-title", ""),
                120,
                "",
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }

    private static ConnectionPatch renamed() {
        return new ConnectionPatch(
                List.of("name"), "Own GPUs", null, Map.of(), null, null, Map.of());
    }
}
