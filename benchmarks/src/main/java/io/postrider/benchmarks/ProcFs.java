package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The process statistics of Linux. */
final class ProcFs {

    /** As the kernel shows it to programs, whatever it uses itself. */
    private static final double TICKS_PER_SECOND = 100;

    private static final double KIB_PER_MIB = 1_024;

    private ProcFs() {}

    /** The memory of a process in MiB; {@code VmRSS} for the present, {@code VmHWM} for the maximum. */
    static double memoryMib(long pid, String field) {
        return read("/proc/" + pid + "/status")
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .mapToDouble(line -> digits(line) / KIB_PER_MIB)
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("process " + pid + " has no " + field));
    }

    private static long digits(String line) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }

    /** The processor time that a process has used so far. */
    static double cpuSeconds(long pid) {
        String stat = read("/proc/" + pid + "/stat");
        // The name before may hold anything, spaces and brackets too.
        List<String> fields = words(stat.substring(stat.lastIndexOf(')') + 1));
        return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) / TICKS_PER_SECOND;
    }

    /** The number of busy processors of the machine over a period, for all processes. */
    static double busyProcessors(Duration during) {
        double before = busySeconds();
        Pause.of(during);
        return (busySeconds() - before) / during.toMillis() * 1_000;
    }

    private static double busySeconds() {
        List<String> fields = words(read("/proc/stat").lines().findFirst().orElse(""));
        long sum = 0;
        // user, nice, system; then after idle and iowait: irq, softirq, steal.
        for (int field : new int[] {1, 2, 3, 6, 7, 8}) {
            sum += Long.parseLong(fields.get(field));
        }
        return sum / TICKS_PER_SECOND;
    }

    private static List<String> words(String line) {
        return List.of(line.strip().split("\\s+", -1));
    }

    static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
