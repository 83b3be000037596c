package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Other people's programs, run to their end. */
public final class Programs {

    /** How long a program may run where its caller says nothing else. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static final int TOLD_MAX = 4_000;

    private Programs() {}

    /**
     * What a program has printed, errors included.
     *
     * @throws IllegalStateException unless it ends by itself in time and says that all is well
     */
    public static String run(Path folder, String input, List<String> command)
            throws IOException, InterruptedException {
        return run(new ProcessBuilder(command).directory(folder.toFile()), input);
    }

    /** The same, of a program that is prepared already. */
    public static String run(ProcessBuilder program, String input)
            throws IOException, InterruptedException {
        return run(program, input, LIMIT);
    }

    /** The same, of a program that may take longer; at its limit it ends with all that it has started. */
    public static String run(ProcessBuilder program, String input, Duration limit)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("program", ".out");
        try {
            Process process =
                    program.redirectErrorStream(true).redirectOutput(output.toFile()).start();
            boolean ended = false;
            try {
                try (OutputStream in = process.getOutputStream()) {
                    in.write(input.getBytes(UTF_8));
                }
                ended = process.waitFor(limit);
            } finally {
                // Its test may have been interrupted too.
                if (!ended) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                }
            }
            // Not every program prints text alone.
            String printed = new String(Files.readAllBytes(output), UTF_8);
            if (!ended || process.exitValue() != 0) {
                String how = ended ? " failed:\n" : " did not end in " + limit + ":\n";
                throw new IllegalStateException(program.command() + how + end(printed));
            }
            return printed;
        } finally {
            Files.delete(output);
        }
    }

    /** Why a program failed stands at the end of what it printed. */
    private static String end(String printed) {
        return printed.substring(Math.max(0, printed.length() - TOLD_MAX));
    }
}
