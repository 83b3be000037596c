package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that waits ends at once when the process is asked to stop. */
@Tag("servers")
class StopDuringStartTest {

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int TERMINATED = 143;

    @TempDir Path folder;

    @Test
    void theWaitForKafkaEnds() throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder up = BuiltTree.up();
        up.environment()
                .putAll(
                        Map.of(
                                "POSTRIDER_PORT",
                                Integer.toString(Ports.free(0)),
                                "POSTRIDER_MANAGEMENT_PORT",
                                "0",
                                "POSTRIDER_DATA_DIR",
                                folder.resolve("data").toString(),
                                "POSTRIDER_KAFKA_BOOTSTRAP",
                                "127.0.0.1:" + Ports.free(0)));
        Process process = up.redirectOutput(output.toFile()).start();
        try {
            await().atMost(LONGEST).until(() -> Files.readString(output).contains("; waiting, "));
            process.destroy();

            // The wait alone would take two minutes.
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
            List<String> lines = Files.readAllLines(output);
            assertThat(lines).noneMatch(line -> line.startsWith("postrider: "));
            assertThat(lines.getLast()).endsWith("stopped");
        } finally {
            process.destroyForcibly();
        }
    }
}
