package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Measures what was asked for and reports it. */
final class Benchmarks {

    private static final String END_OF_ARGUMENTS = "--";
    private static final String KEY_SECRETS = "benchmarks/target/key-secrets";

    private Benchmarks() {}

    /**
     * Runs the suite; the status is 0 when everything could be measured, whatever came out.
     *
     * @param arguments the repository, what to measure, two dashes, and the JVM flags of the product
     */
    public static void main(String[] arguments) {
        PrintStream errors = System.err;
        int status = 1;
        try {
            List<String> all = Arrays.asList(arguments);
            int end = all.indexOf(END_OF_ARGUMENTS);
            measure(Path.of(all.getFirst()), all.subList(1, end), all.subList(end + 1, all.size()));
            status = 0;
        } catch (BenchmarkException e) {
            errors.println("postrider: " + e.getMessage());
        }
        // Threads that wait for a child which failed would keep this process alive.
        System.exit(status);
    }

    private static void measure(Path home, List<String> arguments, List<String> jvmFlags) {
        Options options = Options.parse(arguments);
        Tool.require("wrk", "Debian: apt-get install wrk");
        Tool.require("nginx", "Debian: apt-get install nginx-light");
        Children.endWithThisProcess();
        Setup setup = Setup.of(home, jvmFlags, options);
        Report report = new Report(System.out, home.resolve("benchmarks/target/report.md"));
        report.title("Measured");
        report.table(List.of("", ""), Machine.describe(setup, arguments));
        for (Options.Part part : options.parts()) {
            switch (part) {
                case REDIRECT -> new RedirectBenchmark(setup, report).run();
                case COMMANDS -> new CommandBenchmark(setup, report).run();
                case DELIVERY -> new DeliveryBenchmark(setup, report).run();
                case KEYS -> new KeyBenchmark(home.resolve(KEY_SECRETS), report).run();
                case REVOCATION -> new RevocationBenchmark(setup, report).run();
                case PROCESS -> new ProcessBenchmark(setup, report).run();
                case SIZE -> new SizeBenchmark(setup, report).run();
                case AUTOMATION -> new AutomationBenchmark(setup, report).run();
                case MESSAGING -> new MessagingBenchmark(setup, report).run();
                case METRICS -> new MetricsBenchmark(setup, report).run();
                case READS -> new ReadsBenchmark(setup, report).run();
            }
        }
        report.conclude();
        setup.clean();
    }
}
