package io.postrider.domain.models;

import static io.postrider.domain.models.ModelSamples.ALIAS;
import static io.postrider.domain.models.ModelSamples.CONNECTION_ID;
import static io.postrider.domain.models.ModelSamples.CREATED_AT;
import static io.postrider.domain.models.ModelSamples.EMPTY_CONNECTION_PATCH;
import static io.postrider.domain.models.ModelSamples.EMPTY_MODEL_PATCH;
import static io.postrider.domain.models.ModelSamples.OTHER_WORKSPACE;
import static io.postrider.domain.models.ModelSamples.WORKSPACE;
import static io.postrider.domain.models.ModelSamples.connection;
import static io.postrider.domain.models.ModelSamples.model;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
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
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ModelDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final AliasTaken TAKEN = new AliasTaken(ALIAS);
    private static final ModelMissing NO_MODEL = new ModelMissing();
    private static final ConnectionExists EXISTS = new ConnectionExists(CONNECTION_ID);
    private static final ConnectionMissing NO_CONNECTION = new ConnectionMissing();

    private final ModelDecider decider = new ModelDecider();
    private final DeciderSpec<ModelCommand, ModelState, ModelEvent, ModelRejection> spec =
            DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        DecisionTable<ModelCommand, ModelState, ModelEvent, ModelRejection> table =
                new DecisionTable<>(decider, AT);
        Named named = new Named(model(WORKSPACE));
        Unnamed unnamed = new Unnamed(model(WORKSPACE));
        Connected connected = new Connected(connection(WORKSPACE));
        Disconnected gone = new Disconnected(connection(WORKSPACE));
        CreateModel name = new CreateModel(model(WORKSPACE), true);
        CreateConnection connect = new CreateConnection(connection(WORKSPACE));
        for (ModelState free : List.of(new Unknown(), unnamed)) {
            table.accepts("a free name", free, name, new ModelCreated(model(WORKSPACE)));
        }
        for (ModelState taken : List.of(named, connected, gone)) {
            table.refuses("a taken name", taken, name, TAKEN);
        }
        table.accepts(
                "a new connection",
                new Unknown(),
                connect,
                new ConnectionCreated(connection(WORKSPACE)));
        for (ModelState taken : List.of(named, unnamed, connected, gone)) {
            table.refuses("a taken id", taken, connect, EXISTS);
        }
        for (ModelState other : List.of(new Unknown(), unnamed, connected, gone)) {
            table.refuses("no model", other, renamed(WORKSPACE), NO_MODEL)
                    .refuses("no model", other, new DeleteModel(WORKSPACE), NO_MODEL);
        }
        for (ModelState other : List.of(new Unknown(), named, unnamed, gone)) {
            table.refuses("no connection", other, moved(WORKSPACE), NO_CONNECTION)
                    .refuses(
                            "no connection", other, new DeleteConnection(WORKSPACE), NO_CONNECTION);
        }
        addNamed(table, named);
        addConnected(table, connected);
        return table.tests(ModelState.class, ModelCommand.class);
    }

    private static void addNamed(
            DecisionTable<ModelCommand, ModelState, ModelEvent, ModelRejection> table,
            Named state) {
        Model touched = with(model(WORKSPACE), "updatedAt", AT);
        table.accepts(
                        "an edit",
                        state,
                        renamed(WORKSPACE),
                        new ModelUpdated(with(touched, "upstreamModel", "llama-4")))
                .accepts("an end", state, new DeleteModel(WORKSPACE), new ModelDeleted(touched))
                .refuses("a stranger's edit", state, renamed(OTHER_WORKSPACE), NO_MODEL)
                .refuses("a stranger's end", state, new DeleteModel(OTHER_WORKSPACE), NO_MODEL);
    }

    private static void addConnected(
            DecisionTable<ModelCommand, ModelState, ModelEvent, ModelRejection> table,
            Connected state) {
        ModelConnection touched = with(connection(WORKSPACE), "updatedAt", AT);
        table.accepts(
                        "an edit",
                        state,
                        moved(WORKSPACE),
                        new ConnectionUpdated(
                                with(touched, "baseUrl", "https://models.example.com/v2")))
                .accepts(
                        "an end",
                        state,
                        new DeleteConnection(WORKSPACE),
                        new ConnectionDeleted(touched))
                .refuses("a stranger's edit", state, moved(OTHER_WORKSPACE), NO_CONNECTION)
                .refuses(
                        "a stranger's end",
                        state,
                        new DeleteConnection(OTHER_WORKSPACE),
                        NO_CONNECTION);
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
                        new ModelInvalid(
                                List.of(
                                        new FieldError(
                                                "/connection_id",
                                                "unknown_connection",
                                                "There is no such connection."))));
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
    void anotherServerGetsNoSecretThatWasGivenForThisOne() {
        for (List<String> changed :
                List.of(
                        List.of("base_url"),
                        List.of("base_url", "api_key"),
                        List.of("base_url", "headers"),
                        List.of("base_url", "headers/x-title"))) {
            Decided.on(decider, elsewhere(changed)).isRefusedWith("secrets_required");
        }
        for (List<String> changed :
                List.of(
                        List.of("base_url", "api_key", "headers"),
                        List.of("base_url", "api_key", "headers/x-title"))) {
            Decided.on(decider, elsewhere(changed)).isAccepted();
        }
    }

    /** A decision on a connection that holds a key and a header. */
    private record Decided(Decision<ModelEvent, ModelRejection> decision) {

        static Decided on(ModelDecider decider, ConnectionPatch patch) {
            return new Decided(
                    decider.decide(
                            new Connected(connection(WORKSPACE)),
                            new UpdateConnection(WORKSPACE, patch),
                            AT));
        }

        void isRefusedWith(String code) {
            assertThat(decision.toString()).contains("code=" + code);
        }

        void isAccepted() {
            assertThat(decision).isInstanceOf(Decision.Accepted.class);
        }
    }

    private static ConnectionPatch elsewhere(List<String> changed) {
        return with(
                with(EMPTY_CONNECTION_PATCH, "changed", changed),
                "baseUrl",
                "https://models.example.com:8443/openai/v1");
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
                .check(ModelEvent.class, ModelRejection.class);
    }

    private static void checkStep(Step<ModelCommand, ModelState, ModelEvent, ModelRejection> step) {
        for (ModelEvent event : step.events()) {
            switch (event) {
                case ModelEvent.OfModel change ->
                        assertThat(change.model().workspace())
                                .isEqualTo(step.command().workspace());
                case ModelEvent.OfConnection change -> {
                    assertThat(change.connection().workspace())
                            .isEqualTo(step.command().workspace());
                    assertThat(change.connection().createdAt()).isEqualTo(CREATED_AT);
                }
            }
        }
        if (step.before() instanceof Disconnected) {
            assertThat(step.after()).isEqualTo(step.before());
        }
    }

    private static ModelCommand randomCommand(Random random) {
        String workspace = random.nextInt(6) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        return switch (random.nextInt(40)) {
            case 0 -> new DeleteConnection(workspace);
            case 1, 2, 3 -> new DeleteModel(workspace);
            case 4 -> new CreateConnection(connection(workspace));
            case 5, 6, 7 -> new CreateModel(model(workspace), random.nextInt(5) > 0);
            case 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 -> moved(workspace);
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

    private static UpdateConnection moved(String workspace) {
        ConnectionPatch patch = with(EMPTY_CONNECTION_PATCH, "changed", List.of("base_url"));
        return new UpdateConnection(
                workspace, with(patch, "baseUrl", "https://models.example.com/v2"));
    }
}
