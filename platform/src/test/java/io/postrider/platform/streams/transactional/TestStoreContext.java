package io.postrider.platform.streams.transactional;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;

/** What Kafka Streams says to the store {@code kept} of an application when its task is initialized. */
final class TestStoreContext {

    static final TopicPartition CHANGELOG = new TopicPartition("app-kept-changelog", 3);

    private final Path task;
    private @Nullable RecordBatchingStateRestoreCallback restore;

    /** @param task the folder of the task */
    TestStoreContext(Path task) {
        this.task = task;
    }

    StateStoreContext get() {
        return (StateStoreContext)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {StateStoreContext.class},
                        (_, method, arguments) ->
                                switch (method.getName()) {
                                    case "applicationId" -> "app";
                                    case "taskId" -> new TaskId(0, CHANGELOG.partition());
                                    case "stateDir" -> task.toFile();
                                    case "register" -> {
                                        restore = (RecordBatchingStateRestoreCallback) arguments[1];
                                        yield null;
                                    }
                                    default -> throw new AssertionError(method);
                                });
    }

    RecordBatchingStateRestoreCallback restore() {
        return requireNonNull(restore);
    }
}
