package io.postrider.domain.models;

import static io.postrider.domain.models.ModelSamples.CONNECTION_ID;
import static io.postrider.domain.models.ModelSamples.CREATED_AT;
import static io.postrider.domain.models.ModelSamples.EMPTY_CONNECTION_PATCH;
import static io.postrider.domain.models.ModelSamples.OTHER_WORKSPACE;
import static io.postrider.domain.models.ModelSamples.WORKSPACE;
import static io.postrider.domain.models.ModelSamples.connection;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Deleted;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.models.ConnectionCommand.CreateConnection;
import io.postrider.domain.models.ConnectionCommand.DeleteConnection;
import io.postrider.domain.models.ConnectionCommand.UpdateConnection;
import io.postrider.domain.models.ConnectionEvent.ConnectionCreated;
import io.postrider.domain.models.ConnectionEvent.ConnectionDeleted;
import io.postrider.domain.models.ConnectionEvent.ConnectionUpdated;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ConnectionDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Rejection EXISTS = Rejection.exists("connection", CONNECTION_ID);
    private static final Rejection MISSING = Rejection.notFound("model connection");
    private static final String SAME_SERVER = "https://models.example.com/v2";
    private static final String OTHER_SERVER = "https://models.example.com:8443/openai/v1";
    private static final DeleteConnection DELETE = new DeleteConnection(WORKSPACE);
    private static final UpdateConnection MOVE = moved(WORKSPACE, SAME_SERVER, "base_url");

    private final ConnectionDecider decider = new ConnectionDecider();

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        None<ModelConnection> none = new None<>();
        Present<ModelConnection> present = new Present<>(connection(WORKSPACE));
        Deleted<ModelConnection> deleted = new Deleted<>(connection(WORKSPACE));
        CreateConnection create = new CreateConnection(connection(WORKSPACE));
        ModelConnection touched = with(connection(WORKSPACE), "updatedAt", AT);
        return new DecisionTable<ConnectionCommand, Lifecycle<ModelConnection>, ConnectionEvent>(
                        decider, AT)
                .accepts("none, create", none, create, new ConnectionCreated(connection(WORKSPACE)))
                .refuses("none, update", none, MOVE, MISSING)
                .refuses("none, delete", none, DELETE, MISSING)
                .refuses("present, create", present, create, EXISTS)
                .accepts(
                        "present, update",
                        present,
                        MOVE,
                        new ConnectionUpdated(with(touched, "baseUrl", SAME_SERVER)))
                .accepts("present, delete", present, DELETE, new ConnectionDeleted(touched))
                .refuses(
                        "present, foreign update",
                        present,
                        moved(OTHER_WORKSPACE, SAME_SERVER, "base_url"),
                        MISSING)
                .refuses(
                        "present, foreign delete",
                        present,
                        new DeleteConnection(OTHER_WORKSPACE),
                        MISSING)
                .refuses("deleted, create", deleted, create, EXISTS)
                .refuses("deleted, update", deleted, MOVE, MISSING)
                .refuses("deleted, delete", deleted, DELETE, MISSING)
                .tests(Lifecycle.class, ConnectionCommand.class);
    }

    @Test
    void anotherServerGetsNoSecretThatWasGivenForThisOne() {
        assertThat(
                        Stream.of(
                                decidedElsewhere("base_url"),
                                decidedElsewhere("base_url", "api_key"),
                                decidedElsewhere("base_url", "headers"),
                                decidedElsewhere("base_url", "headers/x-title")))
                .allSatisfy(decision ->
                        assertThat(decision.toString()).contains("code=secret_required"));
        assertThat(
                        Stream.of(
                                decidedElsewhere("base_url", "api_key", "headers"),
                                decidedElsewhere("base_url", "api_key", "headers/x-title")))
                .allSatisfy(decision -> assertThat(decision).isInstanceOf(Decision.Accepted.class));
    }

    /** The decision on a move to another server, of a connection that has a key and a header. */
    private Decision<ConnectionEvent> decidedElsewhere(String... changed) {
        return decider.decide(
                new Present<>(connection(WORKSPACE)), moved(WORKSPACE, OTHER_SERVER, changed), AT);
    }

    @Test
    void randomHistoriesKeepTheLaws() {
        new RandomHistories<>(
                        decider,
                        ConnectionDeciderTest::randomCommand,
                        _ -> true,
                        () -> ConnectionDeciderTest::checkStep)
                .check(ConnectionEvent.class, "connection_exists", "not_found", "invalid");
    }

    private static void checkStep(
            Step<ConnectionCommand, Lifecycle<ModelConnection>, ConnectionEvent> step) {
        for (ConnectionEvent event : step.events()) {
            assertThat(event.connection().workspace()).isEqualTo(step.command().workspace());
            assertThat(event.connection().createdAt()).isEqualTo(CREATED_AT);
        }
        if (step.before() instanceof Deleted) {
            assertThat(step.after()).isEqualTo(step.before());
        }
    }

    private static ConnectionCommand randomCommand(Random random) {
        String workspace = random.nextInt(6) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        return switch (random.nextInt(20)) {
            case 0 -> new DeleteConnection(workspace);
            case 1, 2 -> new CreateConnection(connection(workspace));
            case 3, 4, 5 -> moved(workspace, OTHER_SERVER, "base_url");
            case 6, 7, 8 -> moved(workspace, OTHER_SERVER, "base_url", "api_key", "headers");
            default -> moved(workspace, SAME_SERVER, "base_url");
        };
    }

    private static UpdateConnection moved(String workspace, String baseUrl, String... changed) {
        ConnectionPatch patch = with(EMPTY_CONNECTION_PATCH, "changed", List.of(changed));
        return new UpdateConnection(workspace, with(patch, "baseUrl", baseUrl));
    }
}
