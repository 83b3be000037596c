package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that does not end is killed with all that it has started, and its last lines are told. */
class ProgramsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir private Path folder;

    @Test
    void atItsLimitItEndsWithItsChildren() throws Exception {
        assertThatThrownBy(() -> Programs.run(endless(), "", Duration.ofSeconds(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not end in PT2S")
                .hasMessageContaining("the last line");

        awaitEndOfChild();
    }

    @Test
    void itEndsWithATestThatIsInterrupted() throws Exception {
        Thread test =
                Thread.ofPlatform()
                        .start(() ->
                                assertThatThrownBy(() -> Programs.run(endless(), ""))
                                        .isInstanceOf(InterruptedException.class));
        await().atMost(PATIENCE).until(() -> Files.exists(child()));

        test.interrupt();

        assertThat(test.join(PATIENCE)).isTrue();
        awaitEndOfChild();
    }

    private ProcessBuilder endless() {
        // The file is whole as soon as it is there.
        String script = "sleep 600 & echo $! >new; echo the last line; mv new child; wait";
        return new ProcessBuilder(List.of("bash", "-c", script)).directory(folder.toFile());
    }

    private Path child() {
        return folder.resolve("child");
    }

    private void awaitEndOfChild() throws Exception {
        long child = Long.parseLong(Files.readString(child()).strip());
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }
}
