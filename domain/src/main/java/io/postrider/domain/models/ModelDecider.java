package io.postrider.domain.models;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.models.ModelCommand.CreateConnection;
import io.postrider.domain.models.ModelCommand.CreateModel;
import io.postrider.domain.models.ModelCommand.DeleteConnection;
import io.postrider.domain.models.ModelCommand.DeleteModel;
import io.postrider.domain.models.ModelCommand.UpdateConnection;
import io.postrider.domain.models.ModelCommand.UpdateModel;
import io.postrider.domain.models.ModelEvent.ConnectionCreated;
import io.postrider.domain.models.ModelEvent.ConnectionDeleted;
import io.postrider.domain.models.ModelEvent.ConnectionUpdated;
import io.postrider.domain.models.ModelEvent.ModelCreated;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.domain.models.ModelEvent.ModelUpdated;
import io.postrider.domain.models.ModelRejection.AliasTaken;
import io.postrider.domain.models.ModelRejection.ConnectionExists;
import io.postrider.domain.models.ModelRejection.ConnectionMissing;
import io.postrider.domain.models.ModelRejection.ModelInvalid;
import io.postrider.domain.models.ModelRejection.ModelMissing;
import io.postrider.domain.models.ModelState.Connected;
import io.postrider.domain.models.ModelState.Disconnected;
import io.postrider.domain.models.ModelState.Named;
import io.postrider.domain.models.ModelState.Unknown;
import io.postrider.domain.models.ModelState.Unnamed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides on models and connections: of one name in a workspace there is one model at a time. */
public final class ModelDecider
        implements Decider<ModelCommand, ModelState, ModelEvent, ModelRejection> {

    @Override
    public ModelState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<ModelEvent, ModelRejection> decide(
            ModelState state, ModelCommand command, Instant at) {
        return switch (command) {
            case CreateModel(Model model, boolean connected) -> name(state, model, connected);
            case UpdateModel(String workspace, ModelPatch patch) ->
                    named(state, workspace)
                            .map(model -> update(model, patch, at))
                            .orElseGet(() -> Decision.reject(new ModelMissing()));
            case DeleteModel(String workspace) ->
                    named(state, workspace)
                            .map(model -> accept(new ModelDeleted(model.touchedAt(at))))
                            .orElseGet(() -> Decision.reject(new ModelMissing()));
            case CreateConnection(ModelConnection connection) -> connect(state, connection);
            case UpdateConnection(String workspace, ConnectionPatch patch) ->
                    connected(state, workspace)
                            .map(connection -> update(connection, patch, at))
                            .orElseGet(() -> Decision.reject(new ConnectionMissing()));
            case DeleteConnection(String workspace) ->
                    connected(state, workspace)
                            .map(connection ->
                                    accept(new ConnectionDeleted(connection.touchedAt(at))))
                            .orElseGet(() -> Decision.reject(new ConnectionMissing()));
        };
    }

    @Override
    public ModelState evolve(ModelState state, ModelEvent event) {
        return switch (event) {
            case ModelCreated(Model model) -> new Named(model);
            case ModelUpdated(Model model) -> new Named(model);
            case ModelDeleted(Model model) -> new Unnamed(model);
            case ConnectionCreated(ModelConnection connection) -> new Connected(connection);
            case ConnectionUpdated(ModelConnection connection) -> new Connected(connection);
            case ConnectionDeleted(ModelConnection connection) -> new Disconnected(connection);
        };
    }

    private static Decision<ModelEvent, ModelRejection> name(
            ModelState state, Model model, boolean connected) {
        return switch (state) {
            case Unknown(), Unnamed(_) ->
                    connected
                            ? checked(model.errors(), new ModelCreated(model))
                            : Decision.reject(new ModelInvalid(List.of(noConnection())));
            case Named(_), Connected(_), Disconnected(_) ->
                    Decision.reject(new AliasTaken(model.alias()));
        };
    }

    private static FieldError noConnection() {
        return new FieldError(
                "/connection_id", "unknown_connection", "There is no such connection.");
    }

    private static Decision<ModelEvent, ModelRejection> update(
            Model model, ModelPatch patch, Instant at) {
        Model changed = patch.applyTo(model, at);
        return changed.equals(model.touchedAt(at))
                ? Decision.unchanged()
                : checked(changed.errors(), new ModelUpdated(changed));
    }

    private static Decision<ModelEvent, ModelRejection> connect(
            ModelState state, ModelConnection connection) {
        return state instanceof Unknown
                ? checked(connection.errors(), new ConnectionCreated(connection))
                : Decision.reject(new ConnectionExists(connection.id()));
    }

    private static Decision<ModelEvent, ModelRejection> update(
            ModelConnection connection, ConnectionPatch patch, Instant at) {
        ModelConnection changed = patch.applyTo(connection, at);
        if (changed.equals(connection.touchedAt(at))) {
            return Decision.unchanged();
        }
        boolean moved = !changed.origin().equals(connection.origin());
        return moved && patch.keepsSecrets(connection)
                ? Decision.reject(new ModelInvalid(List.of(secretsWanted())))
                : checked(changed.errors(), new ConnectionUpdated(changed));
    }

    private static FieldError secretsWanted() {
        return new FieldError(
                "/base_url",
                "secrets_required",
                "Another server gets no secret that was given for this one: give api_key and headers"
                        + " anew, or null, in the same request.");
    }

    private static Optional<Model> named(ModelState state, String workspace) {
        return state instanceof Named(Model model) && model.workspace().equals(workspace)
                ? Optional.of(model)
                : Optional.empty();
    }

    private static Optional<ModelConnection> connected(ModelState state, String workspace) {
        return state instanceof Connected(ModelConnection connection)
                        && connection.workspace().equals(workspace)
                ? Optional.of(connection)
                : Optional.empty();
    }

    private static Decision<ModelEvent, ModelRejection> checked(
            List<FieldError> errors, ModelEvent event) {
        return errors.isEmpty() ? accept(event) : Decision.reject(new ModelInvalid(errors));
    }

    private static Decision<ModelEvent, ModelRejection> accept(ModelEvent event) {
        return Decision.accept(event);
    }
}
