package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelCommand.CreateModel;
import io.postrider.domain.models.ModelCommand.DeleteModel;
import io.postrider.domain.models.ModelCommand.UpdateModel;
import io.postrider.domain.models.ModelDecider;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.models.ModelEvent.ModelCreated;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.domain.models.ModelEvent.ModelUpdated;
import io.postrider.domain.models.ModelPatch;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ModelJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Models: the aliases of a workspace for models of providers. */
final class ModelAggregate {

    private static final List<CommandType<ModelCommand>> COMMANDS =
            List.of(
                    command(
                            "model.create",
                            CreateModel.class,
                            ADDS,
                            s -> new CreateModel(model(s), true)),
                    command(
                            "model.update",
                            UpdateModel.class,
                            EDITS,
                            s -> new UpdateModel(s.workspace(), renamed())),
                    command(
                            "model.delete",
                            DeleteModel.class,
                            REMOVES,
                            s -> new DeleteModel(s.workspace())));
    private static final List<EventType<ModelEvent>> EVENTS =
            List.of(
                    event("model.created", ModelCreated.class, "A model was created."),
                    event("model.updated", ModelUpdated.class, "A model was updated."),
                    event("model.deleted", ModelDeleted.class, "A model was deleted."));

    static final AggregateType<ModelCommand, Lifecycle<Model>, ModelEvent, Model> ENTRY =
            new AggregateType<>(
                    "model",
                    Context.MODELS,
                    new ModelDecider(),
                    ModelCommand.class,
                    ModelEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.empty(),
                            false,
                            Model.class,
                            (model, version, _) -> ModelJson.of(model, version),
                            Replica.MEMORY,
                            List.of()),
                    Stream.concat(
                                    Stream.of(
                                            Scope.of("models:read", "automation"),
                                            Scope.of("models:write")),
                                    Stream.of(Scope.of("models:invoke", "automation")))
                            .toList());

    private ModelAggregate() {}

    private static Model model(Sample s) {
        return new Model(
                "support-reply-" + s.number(),
                s.workspace(),
                s.id(IdKind.CON),
                "llama-3.3-70b",
                "Support reply",
                new Model.ModelDefaults("Answer in two sentences.", 0.2, 300),
                128_000,
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }

    private static ModelPatch renamed() {
        return new ModelPatch(
                List.of("display_name"),
                null,
                null,
                "Short support reply",
                Model.ModelDefaults.NONE,
                null,
                Map.of());
    }
}
