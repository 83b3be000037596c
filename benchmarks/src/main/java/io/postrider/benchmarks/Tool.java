package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Pause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that the machine must have, and short runs of them. */
final class Tool {

    private static final Duration VERSION_MAX = Duration.ofSeconds(10);

    private Tool() {}

    /** The output of a program, including errors, and its exit status. */
    record Output(int status, String text) {}

    /** Fails with what to install where a program is missing. */
    static void require(String name, String install) {
        String path = System.getenv().getOrDefault("PATH", "");
        boolean found =
                Arrays.stream(path.split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        if (!found) {
            throw new BenchmarkException(name + " is missing; install it (" + install + ")");
        }
    }

    /** The first line of what a program says about its version. */
    static String version(String... command) {
        return run(List.of(command), VERSION_MAX).text().lines().findFirst().orElse("unknown");
    }

    static Output run(List<String> command, Duration atMost) {
        Process process = null;
        try {
            // A file takes any amount without a reader, so that a hanging program can be timed out.
            Path file = Files.createTempFile("benchmark", ".out");
            process =
                    Children.add(
                            new ProcessBuilder(command)
                                    .redirectErrorStream(true)
                                    .redirectOutput(file.toFile())
                                    .start());
            boolean ended = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
            String text = Files.readString(file, StandardCharsets.UTF_8);
            Files.delete(file);
            if (!ended) {
                throw new BenchmarkException(command + " did not end within " + atMost);
            }
            return new Output(process.exitValue(), text);
        } catch (IOException e) {
            throw new BenchmarkException(command + " did not run: " + e, e);
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }
}
