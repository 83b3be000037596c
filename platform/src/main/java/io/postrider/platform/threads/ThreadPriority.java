package io.postrider.platform.threads;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets low priorities of threads. Java's own priorities have no effect on Linux without JVM options, which cause warnings for
 * accounts other than root.
 */
public final class ThreadPriority {

    private static final Logger LOGGER = LoggerFactory.getLogger(ThreadPriority.class);
    private static final int PRIO_PROCESS = 0;
    private static final int CALLING_THREAD = 0;
    private static final int NICEST = 19;

    /** A third of the processor time that other threads get where all are busy. */
    private static final int NICE = 5;

    private ThreadPriority() {}

    /**
     * Gives the calling thread, and those that it starts from now on, the lowest priority; does nothing where the
     * system is not Linux, whose {@code setpriority(2)} changes single threads.
     */
    public static void take() {
        take(NICEST);
    }

    /** Gives the calling thread a low priority in the same way, with which it still gets some time beside others. */
    public static void takeLow() {
        take(NICE);
    }

    private static void take(int nice) {
        if (!System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try {
            if ((int) setpriority().invokeExact(PRIO_PROCESS, CALLING_THREAD, nice) != 0) {
                LOGGER.atWarn().log("The priority of a thread cannot be lowered");
            }
        } catch (Throwable e) {
            // It would only be slower without.
            LOGGER.atWarn().setCause(e).log("The priority of a thread cannot be lowered");
        }
    }

    // The signature is that of the manual, and the jar asks for native access.
    @SuppressWarnings("restricted")
    private static MethodHandle setpriority() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("setpriority"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT));
    }
}
