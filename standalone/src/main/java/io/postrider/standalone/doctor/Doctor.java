package io.postrider.standalone.doctor;

import io.postrider.platform.settings.SettingSources;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.schemas.NamePrefix;
import io.postrider.standalone.Preflight;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The command {@code ./postrider doctor}. */
public final class Doctor {

    private static final String HELP =
            """
            Usage: ./postrider doctor [SERVICE] [--json]

            Checks an installation with the settings that a start would have, without starting or changing anything:
            settings, JDK, folders, disk, ports, Kafka, schema registry, other nodes and the running instance.
            SERVICE is the service of a process on a cluster; docs/operating.md lists them. Default: all.

              --json    prints one JSON object

            Each check prints one line: ok, warn or fail, what was checked, what was found and what to do.
            Exit code: 0 without fails, 1 with fails, 2 for wrong arguments.
            """;

    private static final Duration LIMIT = Duration.ofSeconds(25);
    private static final int JDK_LEAST = 25;
    private static final String JSON = "--json";

    private final Map<String, String> written;
    private final PrintStream out;
    private final PrintStream errors;

    /**
     * A command.
     *
     * @param written the settings of the start under the names that the operator wrote
     */
    public Doctor(Map<String, String> written, PrintStream out, PrintStream errors) {
        this.written = Map.copyOf(written);
        this.out = out;
        this.errors = errors;
    }

    /** Runs the command. */
    public static void main(String[] arguments) throws InterruptedException {
        // Before the first logger: the results say what clients would log.
        System.setProperty("logback.configurationFile", "logback-silent.xml");
        int code = run(arguments, System.out, System.err);
        System.out.flush();
        // A check that hangs must not delay the end.
        Runtime.getRuntime().halt(code);
    }

    private static int run(String[] arguments, PrintStream out, PrintStream errors)
            throws InterruptedException {
        try {
            return new Doctor(SettingSources.read(), out, errors).run(arguments);
        } catch (SettingException e) {
            errors.println("postrider: " + e.getMessage());
            return 1;
        }
    }

    /** Runs the command; the exit code. */
    public int run(String... arguments) throws InterruptedException {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        if (words.contains("--help")) {
            out.print(HELP);
            return 0;
        }
        boolean json = words.remove(JSON);
        String service = words.isEmpty() ? "all" : words.getFirst();
        if (words.size() > 1 || !Preflight.isService(service)) {
            errors.printf(
                    "postrider: doctor does not accept %s%n./postrider doctor --help lists the arguments%n",
                    String.join(" ", words));
            return 2;
        }
        Report report = new Report(results(service));
        if (json) {
            out.println(report.json());
        } else {
            report.lines().forEach(out::println);
        }
        return report.isOk() ? 0 : 1;
    }

    private List<Result> results(String service) throws InterruptedException {
        SettingChecks settings = new SettingChecks(written, service);
        List<Result> results = new ArrayList<>(settings.results());
        results.add(jdk(Runtime.version().feature()));
        if (settings.preflight().isEmpty()) {
            results.add(
                    Result.warn(
                            "others",
                            "the other checks need valid settings",
                            "correct the settings and repeat"));
            return results;
        }
        Preflight start = settings.preflight().get();
        NamePrefix.set(start.settings().kafkaPrefix());
        results.addAll(new CheckRun(LIMIT).run(checks(start)));
        return results;
    }

    private static List<Check> checks(Preflight start) {
        HttpProbe http = new HttpProbe();
        List<Check> checks = new ArrayList<>(new FolderChecks(start).all());
        checks.addAll(new PortChecks(start, http).all());
        checks.addAll(new KafkaChecks(start).all());
        checks.addAll(new ServiceChecks(start, http).all());
        return checks;
    }

    private static Result jdk(int version) {
        return version >= JDK_LEAST
                ? Result.ok("JDK", Runtime.version() + " in " + System.getProperty("java.home"))
                : Result.fail(
                        "JDK",
                        "version " + version,
                        "install JDK " + JDK_LEAST + " and set JAVA_HOME");
    }
}
