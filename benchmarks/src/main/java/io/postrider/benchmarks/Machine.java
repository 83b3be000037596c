package io.postrider.benchmarks;

import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The machine of the measurements. */
final class Machine {

    private static final Duration BUSY_SAMPLE = Duration.ofSeconds(3);
    private static final double KIB_PER_GIB = 1 << 20;

    private Machine() {}

    /** The rows of the report's first table. */
    static List<List<String>> describe(Setup setup, List<String> arguments) {
        return List.of(
                row("command", "./postrider bench " + String.join(" ", arguments)),
                row("date", now()),
                row("product", product(setup)),
                row("processor", first("/proc/cpuinfo", "model name") + ", " + cores()),
                row("memory", Spread.number(memoryGib(), 1) + " GiB"),
                row("kernel", "Linux " + System.getProperty("os.version")),
                row("data folder", fileSystem(setup)),
                row("JDK", System.getProperty("java.vm.name") + " " + Runtime.version()),
                row("JVM flags", "`" + String.join(" ", setup.jvmFlags()) + "`"),
                row("wrk", Tool.version("wrk", "-v")),
                row("nginx", Tool.version("nginx", "-v")),
                row("settings", Product.SETTINGS + " and free ports; all else as it comes"),
                row("POSTRIDER_JAVA_OPTS", "`" + extraFlags() + "`"),
                row("busy processors before", busyBefore()));
    }

    private static List<String> row(String name, String value) {
        return List.of(name, value.replace("|", "\\|"));
    }

    /** The number of processors that other processes use; more than about 0 invalidates the measurement. */
    static String busyBefore() {
        return Spread.number(ProcFs.busyProcessors(BUSY_SAMPLE), 2);
    }

    private static String now() {
        return OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String product(Setup setup) {
        return Tool.version(setup.home().resolve("postrider").toString(), "version");
    }

    private static String cores() {
        return Runtime.getRuntime().availableProcessors() + " processors";
    }

    private static double memoryGib() {
        return Long.parseLong(first("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", ""))
                / KIB_PER_GIB;
    }

    private static String extraFlags() {
        return System.getenv().getOrDefault("POSTRIDER_JAVA_OPTS", "");
    }

    private static String first(String file, String name) {
        return ProcFs.read(file)
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    private static String fileSystem(Setup setup) {
        try {
            return Files.getFileStore(setup.folder("data")).toString().replaceAll(".*\\(|\\)", "")
                    + ", "
                    + Files.getFileStore(setup.folder("data")).type();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
