package io.postrider.platform.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.threads.FairExecutor.ShareExceededException;
import io.postrider.testkit.claims.Verifies;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** One thread, which runs a task when the test says so. */
class FairExecutorTest {

    private final Deque<Runnable> thread = new ArrayDeque<>();
    private final SharedCapacity places = new SharedCapacity(6, 3);
    private final FairExecutor executor = new FairExecutor(thread::add, places);
    private final List<String> done = new ArrayList<>();

    private void execute(String workspace, String task) {
        executor.of(workspace).execute(() -> done.add(task));
    }

    private void runAll() {
        while (!thread.isEmpty()) {
            thread.remove().run();
        }
    }

    @Test
    void aWorkspaceWithManyTasksWaitsForItsOwn() {
        List.of("a1", "a2", "a3").forEach(task -> execute("ws_a", task));
        List.of("b1", "b2").forEach(task -> execute("ws_b", task));
        execute("ws_c", "c1");

        runAll();

        assertThat(done).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
        assertThat(places.taken()).isZero();
    }

    @Test
    @Verifies("workspace-shares")
    void aWorkspaceTakesItsShareOfThePlaces() {
        List.of("a1", "a2", "a3").forEach(task -> execute("ws_a", task));

        assertThatThrownBy(() -> execute("ws_a", "a4")).isInstanceOf(ShareExceededException.class);
        execute("ws_b", "b1");

        runAll();
        execute("ws_a", "a4");
        runAll();
        assertThat(done).containsExactly("a1", "b1", "a2", "a3", "a4");
    }

    @Test
    void aWorkspaceWithAllItsThreadsHoldsUpNoOther() {
        FairExecutor bounded = new FairExecutor(thread::add, places, 1);
        Executor mine = bounded.of("ws_a");
        mine.execute(() -> {
            done.add("a1");
            // While it runs, the other threads come by.
            thread.remove().run();
            thread.remove().run();
            done.add("a1 ends");
        });
        mine.execute(() -> done.add("a2"));
        bounded.of("ws_b").execute(() -> done.add("b1"));

        runAll();

        assertThat(done).containsExactly("a1", "b1", "a1 ends", "a2");
        assertThat(places.taken()).isZero();
    }

    @Test
    void allPlacesTogetherAreBounded() {
        for (String workspace : List.of("ws_a", "ws_b")) {
            for (int i = 0; i < 3; i++) {
                execute(workspace, workspace + i);
            }
        }

        assertThatThrownBy(() -> execute("ws_c", "c1"))
                .isInstanceOf(RejectedExecutionException.class)
                .isNotInstanceOf(ShareExceededException.class);
        runAll();
        assertThat(done).hasSize(6);
    }

    @Test
    void aTaskThatFailsFreesItsPlace() {
        executor.of("ws_a")
                .execute(() -> {
                    throw new IllegalStateException("scripted");
                });

        assertThatThrownBy(this::runAll).isInstanceOf(IllegalStateException.class);
        assertThat(places.taken()).isZero();
    }
}
