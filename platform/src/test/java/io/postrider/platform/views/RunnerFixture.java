package io.postrider.platform.views;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A log in memory and runners over it, all of which are closed after the test. */
final class RunnerFixture implements AfterEachCallback {

    static final Topic LINKS = Context.LINKS.events();
    static final Topic KEYS = Context.KEYS.events();
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final ProjectionSettings SETTINGS =
            new ProjectionSettings(
                    Duration.ofMillis(5),
                    IsolationLevel.READ_UNCOMMITTED,
                    100,
                    Duration.ofMillis(200));

    final FakeLog log = new FakeLog();
    private final TestStores stores = new TestStores();
    private final List<Running> running = new ArrayList<>();

    /** A runner and its store. */
    record Running(ProjectionRunner runner, ProjectionStore store) implements AutoCloseable {

        @Override
        public void close() {
            runner.close();
            store.close();
        }
    }

    Running start(Path folder, Projection... views) {
        Running started = make(folder, views);
        started.runner().start();
        return started;
    }

    /** Makes a runner that does not read yet. */
    Running make(Path folder, Projection... views) {
        ProjectionStore store = stores.open(folder);
        ProjectionRunner runner =
                new ProjectionRunner(
                        "test", log, store, List.of(views), SETTINGS, ClockReading.Clocks.SYSTEM);
        Running made = new Running(runner, store);
        running.add(made);
        return made;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        running.forEach(Running::close);
        stores.afterEach(context);
    }
}
