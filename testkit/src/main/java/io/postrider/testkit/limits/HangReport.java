package io.postrider.testkit.limits;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.ObjectName;

/** Prints what a hanging run is doing: a dump of all threads and the last lines of each program that a test started. */
public final class HangReport {

    private static final Map<Callable<String>, String> PROGRAMS = new ConcurrentHashMap<>();

    private HangReport() {}

    /** Keeps a program in the reports until it is closed. */
    public interface Included extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Adds the last lines of a program to all reports until the returned handle is closed.
     *
     * @param name the title of the lines in the report
     * @param lastLines reads the lines, in any thread
     */
    public static Included include(String name, Callable<String> lastLines) {
        PROGRAMS.put(lastLines, name);
        return () -> PROGRAMS.remove(lastLines);
    }

    /** Prints a report to the standard error of the process, which a test runner that hangs itself does not hold back. */
    static synchronized void print(String reason) {
        PrintStream out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        out.printf("%n%s %s%n%s%n", Instant.now(), reason, threads());
        PROGRAMS.forEach((lastLines, name) -> out.printf("--- %s%n%s%n", name, read(lastLines)));
        out.flush();
    }

    private static String read(Callable<String> lastLines) {
        try {
            return lastLines.call();
        } catch (Exception e) {
            return "cannot be read: " + e;
        }
    }

    /** The dump that {@code jcmd Thread.print} gives. */
    private static String threads() {
        try {
            return (String)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "threadPrint",
                                    new Object[] {new String[] {"-l"}},
                                    new String[] {String[].class.getName()});
        } catch (JMException e) {
            return "no dump of the threads: " + e;
        }
    }
}
