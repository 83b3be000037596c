package io.postrider.standalone.broker;

import java.io.PrintStream;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Exit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process at once, with a log line, when Kafka requests its exit.
 *
 * <p>Kafka's own exit would run the shutdown hooks on the failing broker thread; they close the broker, which waits for that
 * thread, and the process would hang instead of being restarted.
 */
final class FatalExit {

    private final Path folder;
    private final PrintStream err;

    private FatalExit(Path folder, PrintStream err) {
        this.folder = folder;
        this.err = err;
    }

    /** Takes over Kafka's exits for the whole process. */
    static void install(Path folder, PrintStream err) {
        FatalExit exit = new FatalExit(folder, err);
        Exit.setHaltProcedure(exit::end);
        Exit.setExitProcedure(exit::end);
    }

    private void end(int status, @Nullable String message) {
        err.printf(
                "postrider: the embedded Kafka broker failed%s; the lines above show the cause."
                        + " No acknowledged record is lost: all are in %s%n",
                message == null ? "" : " (" + message + ")", folder);
        err.flush();
        Runtime.getRuntime().halt(status == 0 ? 1 : status);
    }
}
