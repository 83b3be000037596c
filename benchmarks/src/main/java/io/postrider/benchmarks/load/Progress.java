package io.postrider.benchmarks.load;

import java.io.PrintStream;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Shows the progress of the benchmark; not part of the report. */
public final class Progress {

    private Progress() {}

    public static void say(String what) {
        PrintStream errors = System.err;
        errors.println(
                LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + " " + what);
    }
}
