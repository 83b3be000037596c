package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Other people's programs, run to their end. */
public final class Programs {

    /** The tests of all pages in a browser are the longest, on a machine that has more to do. */
    private static final long PATIENCE_MINUTES = 20;

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
        Path output = Files.createTempFile("program", ".out");
        try {
            Process process =
                    program.redirectErrorStream(true).redirectOutput(output.toFile()).start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(UTF_8));
            }
            boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            // Not every program prints text alone.
            String printed = new String(Files.readAllBytes(output), UTF_8);
            if (!ended || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(program.command() + " failed:\n" + end(printed));
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
