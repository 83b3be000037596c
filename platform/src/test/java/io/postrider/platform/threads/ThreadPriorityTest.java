package io.postrider.platform.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ThreadPriorityTest {

    private static final Executor NEW_THREAD = task -> Thread.ofPlatform().start(task);

    @Test
    void holdsForTheThreadAndThoseItStartsButForNoOther() {
        int before = niceness();

        int itsOwn =
                CompletableFuture.supplyAsync(
                                () -> {
                                    ThreadPriority.take();
                                    return niceness();
                                },
                                NEW_THREAD)
                        .join();
        int ofItsChild =
                CompletableFuture.supplyAsync(
                                () -> {
                                    ThreadPriority.take();
                                    return CompletableFuture.supplyAsync(
                                                    ThreadPriorityTest::niceness, NEW_THREAD)
                                            .join();
                                },
                                NEW_THREAD)
                        .join();

        assertThat(itsOwn).isEqualTo(19);
        assertThat(ofItsChild).isEqualTo(19);
        assertThat(niceness()).isEqualTo(before).isLessThan(19);
    }

    /** Field 19 of proc(5)'s stat; the name in field 2 may hold anything, so counting begins behind it. */
    private static int niceness() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            String[] fromThird = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Integer.parseInt(fromThird[16]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
