package io.postrider.domain.models;

import static io.postrider.domain.models.ModelSamples.ALIAS;
import static io.postrider.domain.models.ModelSamples.EMPTY_MODEL_PATCH;
import static io.postrider.domain.models.ModelSamples.OTHER_WORKSPACE;
import static io.postrider.domain.models.ModelSamples.WORKSPACE;
import static io.postrider.domain.models.ModelSamples.model;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Deleted;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.models.ModelCommand.CreateModel;
import io.postrider.domain.models.ModelCommand.DeleteModel;
import io.postrider.domain.models.ModelCommand.UpdateModel;
import io.postrider.domain.models.ModelEvent.ModelCreated;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.domain.models.ModelEvent.ModelUpdated;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ModelDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Rejection TAKEN = ModelDecider.aliasTaken(ALIAS);
    private static final Rejection MISSING = Rejection.notFound("model");

    private final ModelDecider decider = new ModelDecider();
    private final DeciderSpec<ModelCommand, Lifecycle<Model>, ModelEvent> spec =
            DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        DecisionTable<ModelCommand, Lifecycle<Model>, ModelEvent> table =
                new DecisionTable<>(decider, AT);
        CreateModel create = new CreateModel(model(WORKSPACE), true);
        for (Lifecycle<Model> absent :
                List.<Lifecycle<Model>>of(new None<>(), new Deleted<>(model(WORKSPACE)))) {
            table.accepts("create in " + absent, absent, create, new ModelCreated(model(WORKSPACE)))
                    .refuses("update in " + absent, absent, renamed(WORKSPACE), MISSING)
                    .refuses("delete in " + absent, absent, new DeleteModel(WORKSPACE), MISSING);
        }
        Present<Model> present = new Present<>(model(WORKSPACE));
        Model touched = with(model(WORKSPACE), "updatedAt", AT);
        return table.refuses("present, create", present, create, TAKEN)
                .accepts(
                        "present, update",
                        present,
                        renamed(WORKSPACE),
                        new ModelUpdated(with(touched, "upstreamModel", "llama-4")))
                .accepts(
                        "present, delete",
                        present,
                        new DeleteModel(WORKSPACE),
                        new ModelDeleted(touched))
                .refuses("present, foreign update", present, renamed(OTHER_WORKSPACE), MISSING)
                .refuses(
                        "present, foreign delete",
                        present,
                        new DeleteModel(OTHER_WORKSPACE),
                        MISSING)
                .tests(Lifecycle.class, ModelCommand.class);
    }

    @Test
    void aNameThatWasGivenBackCanBeTakenAgain() {
        Model second = with(model(WORKSPACE), "upstreamModel", "llama-4");

        spec.given(new ModelCreated(model(WORKSPACE)))
                .when(new CreateModel(second, true))
                .thenRefused(TAKEN)
                .when(new DeleteModel(WORKSPACE))
                .then(new ModelDeleted(with(model(WORKSPACE), "updatedAt", AT)))
                .when(new CreateModel(second, true))
                .then(new ModelCreated(second));
    }

    @Test
    void aModelNeedsAConnectionThatIsThere() {
        spec.given()
                .when(new CreateModel(model(WORKSPACE), false))
                .thenRefused(
                        Rejection.invalid(
                                List.of(
                                        new FieldError(
                                                "/connection_id",
                                                "unknown_connection",
                                                "The workspace has no connection with this ID."))));
    }

    @Test
    void aDefaultIsChangedWithoutTheOthers() {
        ModelPatch patch = with(EMPTY_MODEL_PATCH, "changed", List.of("defaults/temperature"));

        spec.given(new ModelCreated(model(WORKSPACE)))
                .when(new UpdateModel(WORKSPACE, patch))
                .then(
                        new ModelUpdated(
                                with(
                                        with(model(WORKSPACE), "updatedAt", AT),
                                        "defaults",
                                        new Model.ModelDefaults("Be brief.", null, 300))));
    }

    @Test
    void aPatchThatListsTheDefaultsReplacesThem() {
        ModelPatch patch = with(EMPTY_MODEL_PATCH, "changed", List.of("defaults"));

        assertThat(patch.applyTo(model(WORKSPACE), AT).defaults())
                .isEqualTo(Model.ModelDefaults.NONE);
    }

    @Test
    void aPatchOfABlankModelMakesAModel() {
        Model blank = Model.blank(ALIAS, WORKSPACE, AT);
        ModelPatch patch = with(EMPTY_MODEL_PATCH, "changed", List.of("upstream_model"));

        assertThat(with(patch, "upstreamModel", "llama").applyTo(blank, AT))
                .isEqualTo(with(blank, "upstreamModel", "llama"));
    }

    @Test
    void namesHaveNoSlashesAndNoCapitals() {
        assertThat(Stream.of("a", "gpt-4.1", "a:b_c", "0".repeat(64))).allMatch(Model::isAlias);
        assertThat(Stream.of("", "a/b", "A", "-a", ".a", "a b", "ä", "0".repeat(65), "a\n"))
                .noneMatch(Model::isAlias);
    }

    @Test
    void randomHistoriesKeepTheLaws() {
        new RandomHistories<>(
                        decider,
                        ModelDeciderTest::randomCommand,
                        _ -> true,
                        () -> ModelDeciderTest::checkStep)
                .check(ModelEvent.class, "model_taken", "not_found", "invalid");
    }

    private static void checkStep(Step<ModelCommand, Lifecycle<Model>, ModelEvent> step) {
        for (ModelEvent event : step.events()) {
            assertThat(event.model().workspace()).isEqualTo(step.command().workspace());
        }
    }

    private static ModelCommand randomCommand(Random random) {
        String workspace = random.nextInt(6) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        return switch (random.nextInt(25)) {
            case 0, 1, 2 -> new DeleteModel(workspace);
            case 3, 4, 5 -> new CreateModel(model(workspace), random.nextInt(5) > 0);
            default -> new UpdateModel(workspace, randomPatch(random));
        };
    }

    private static ModelPatch randomPatch(Random random) {
        ModelPatch patch =
                with(
                        EMPTY_MODEL_PATCH,
                        "changed",
                        List.of(
                                random.nextBoolean() ? "display_name" : "defaults/system",
                                "metadata/key"));
        return with(
                with(patch, "displayName", "name " + random.nextInt(3)),
                "metadata",
                Map.of("key", random.nextInt(6) == 0 ? "v".repeat(501) : "value"));
    }

    private static UpdateModel renamed(String workspace) {
        ModelPatch patch = with(EMPTY_MODEL_PATCH, "changed", List.of("upstream_model"));
        return new UpdateModel(workspace, with(patch, "upstreamModel", "llama-4"));
    }
}
