package io.postrider.domain.models;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.SendsSecrets;
import io.postrider.domain.models.ConnectionCommand.CreateConnection;
import io.postrider.domain.models.ConnectionCommand.DeleteConnection;
import io.postrider.domain.models.ConnectionCommand.UpdateConnection;
import io.postrider.domain.models.ConnectionEvent.ConnectionCreated;
import io.postrider.domain.models.ConnectionEvent.ConnectionDeleted;
import io.postrider.domain.models.ConnectionEvent.ConnectionUpdated;
import java.time.Instant;
import java.util.List;

/** Decides on connections to providers of models. */
public final class ConnectionDecider
        implements Decider<ConnectionCommand, Lifecycle<ModelConnection>, ConnectionEvent> {

    @Override
    public Lifecycle<ModelConnection> initialState() {
        return new None<>();
    }

    @Override
    public Decision<ConnectionEvent> decide(
            Lifecycle<ModelConnection> state, ConnectionCommand command, Instant at) {
        if (command instanceof CreateConnection(ModelConnection connection)) {
            return state instanceof None
                    ? checked(connection.errors(), new ConnectionCreated(connection))
                    : Decision.reject(Rejection.exists("connection", connection.id()));
        }
        if (!(state instanceof Present<ModelConnection>(ModelConnection connection))
                || !connection.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("model connection"));
        }
        return switch (command) {
            case CreateConnection _ ->
                    Decision.reject(Rejection.exists("connection", connection.id()));
            case UpdateConnection(_, ConnectionPatch patch) -> update(connection, patch, at);
            case DeleteConnection _ ->
                    Decision.accept(new ConnectionDeleted(connection.touchedAt(at)));
        };
    }

    @Override
    public Lifecycle<ModelConnection> evolve(
            Lifecycle<ModelConnection> state, ConnectionEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<ConnectionEvent> update(
            ModelConnection connection, ConnectionPatch patch, Instant at) {
        ModelConnection changed = patch.applyTo(connection, at);
        if (changed.equals(connection.touchedAt(at))) {
            return Decision.unchanged();
        }
        return SendsSecrets.objection(connection, changed, "/base_url")
                .<Decision<ConnectionEvent>>map(error -> Decision.reject(Rejection.invalid(error)))
                .orElseGet(() -> checked(changed.errors(), new ConnectionUpdated(changed)));
    }

    private static Decision<ConnectionEvent> checked(
            List<FieldError> errors, ConnectionEvent event) {
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
