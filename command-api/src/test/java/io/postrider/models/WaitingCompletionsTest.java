package io.postrider.models;

import static io.postrider.models.FakeProvider.MODEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.WorkspaceSamples;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions that wait for a write to arrive: what they hold meanwhile, and what they leave to others. */
@Isolated("it measures the heap")
class WaitingCompletionsTest {

    private static final int WAITING = 20;
    private static final int VALUES = 80_000;
    private static final long MEBIBYTE = 1 << 20;

    private final CompletableFuture<Boolean> arrival = new CompletableFuture<>();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        arrival.complete(true);
        callers.close();
    }

    /** The API with a model, and the token of the write that made it. */
    private static String ready(FakeProvider world) {
        Response made = world.name(MODEL, world.connect(), "");
        return made.header("Consistency-Token");
    }

    private CompletableFuture<Response> asked(FakeProvider world, String token, String body) {
        return CompletableFuture.supplyAsync(
                () ->
                        world.caller()
                                .with("Consistency-Token", token)
                                .post("/api/v1/chat/completions", body),
                callers);
    }

    @Test
    void aTreeIsNotHeldWhileItWaits() throws Exception {
        try (FakeProvider world = new FakeProvider()) {
            String token = ready(world);
            world.api.arrival(arrival);
            String many = "{},".repeat(VALUES) + "{}";
            String body = FakeProvider.body(",\"x\":[" + many + "]");
            long before = used();

            List<CompletableFuture<Response>> waiting = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                waiting.add(asked(world, token, body));
            }
            await().until(() -> arrival.getNumberOfDependents() == WAITING);

            // The trees would take six megabytes each.
            await().until(() -> used() - before < WAITING * 3 * MEBIBYTE);
            arrival.complete(true);
            for (CompletableFuture<Response> each : waiting) {
                assertThat(each.get().status()).isEqualTo(200);
            }
            assertThat(Json.mapper().readTree(world.provider.requests().getLast().text()).path("x"))
                    .hasSize(VALUES + 1);
        }
    }

    @Test
    @Verifies("completion-budget")
    void theWorkspacesOfOneOwnerHaveOnePartOfTheBudget() throws Exception {
        Map<String, String> few = new HashMap<>(FakeProvider.OPEN);
        few.put("POSTRIDER_MODEL_CALLS_MAX", "4");
        try (FakeProvider world = new FakeProvider(few)) {
            for (String workspace : List.of(TestApi.WORKSPACE, TestApi.OTHER_WORKSPACE)) {
                world.api.workspaces().apply(WorkspaceSamples.opened(workspace, "usr_ada"));
            }
            String token = ready(world);
            world.api.arrival(arrival);
            String body = FakeProvider.body("").replace(MODEL, "echo-1");
            CompletableFuture<Response> first = asked(world, token, body);
            await().until(() -> arrival.getNumberOfDependents() == 1);

            assertThat(
                            world.api
                                    .callerOf(TestApi.OTHER_WORKSPACE)
                                    .post("/api/v1/chat/completions", body)
                                    .code())
                    .isEqualTo("too_many_completions");
            assertThat(
                            world.api
                                    .callerOf("ws_01kb3q8z1vf0t9h2x7c5n4m600")
                                    .post("/api/v1/chat/completions", body)
                                    .status())
                    .isEqualTo(200);

            arrival.complete(true);
            assertThat(first.get().status()).isEqualTo(200);
        }
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @ParameterizedTest
    @Verifies("completion-budget")
    @ValueSource(strings = {MODEL, "echo-1"})
    void waitingCallersCountInTheBudget(String model) throws Exception {
        Map<String, String> few = new HashMap<>(FakeProvider.OPEN);
        few.put("POSTRIDER_MODEL_CALLS_MAX", "1");
        try (FakeProvider world = new FakeProvider(few)) {
            String token = ready(world);
            world.api.arrival(arrival);
            String body = FakeProvider.body("").replace(MODEL, model);
            CompletableFuture<Response> first = asked(world, token, body);
            await().until(() -> arrival.getNumberOfDependents() == 1);

            assertThat(asked(world, token, body).get().code()).isEqualTo("overloaded");

            arrival.complete(true);
            assertThat(first.get().status()).isEqualTo(200);
            await().until(() -> world.api.bean(Providers.class).budget().isWhole());
            assertThat(asked(world, token, body).get().status()).isEqualTo(200);
        }
    }
}
