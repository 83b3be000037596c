package io.postrider.domain.models;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.models.ModelCommand.CreateModel;
import io.postrider.domain.models.ModelCommand.DeleteModel;
import io.postrider.domain.models.ModelCommand.UpdateModel;
import io.postrider.domain.models.ModelEvent.ModelCreated;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.domain.models.ModelEvent.ModelUpdated;
import java.time.Instant;
import java.util.List;

/** Decides on models: an alias of a workspace names one model at a time. */
public final class ModelDecider implements Decider<ModelCommand, Lifecycle<Model>, ModelEvent> {

    @Override
    public Lifecycle<Model> initialState() {
        return new None<>();
    }

    @Override
    public Decision<ModelEvent> decide(Lifecycle<Model> state, ModelCommand command, Instant at) {
        if (command instanceof CreateModel(Model model, boolean connected)) {
            return state instanceof Present
                    ? Decision.reject(aliasTaken(model.alias()))
                    : create(model, connected);
        }
        if (!(state instanceof Present<Model>(Model model))
                || !model.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("model"));
        }
        return switch (command) {
            case CreateModel _ -> Decision.reject(aliasTaken(model.alias()));
            case UpdateModel(_, ModelPatch patch) -> update(model, patch, at);
            case DeleteModel _ -> Decision.accept(new ModelDeleted(model.touchedAt(at)));
        };
    }

    @Override
    public Lifecycle<Model> evolve(Lifecycle<Model> state, ModelEvent event) {
        return Lifecycle.after(event);
    }

    static Rejection aliasTaken(String alias) {
        return Rejection.conflict("model_taken", "The model " + alias + " already exists.");
    }

    private static Decision<ModelEvent> create(Model model, boolean connected) {
        return connected
                ? checked(model.errors(), new ModelCreated(model))
                : Decision.reject(
                        Rejection.invalid(
                                new FieldError(
                                        "/connection_id",
                                        "unknown_connection",
                                        "The workspace has no connection with this ID.")));
    }

    private static Decision<ModelEvent> update(Model model, ModelPatch patch, Instant at) {
        Model changed = patch.applyTo(model, at);
        return changed.equals(model.touchedAt(at))
                ? Decision.unchanged()
                : checked(changed.errors(), new ModelUpdated(changed));
    }

    private static Decision<ModelEvent> checked(List<FieldError> errors, ModelEvent event) {
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
