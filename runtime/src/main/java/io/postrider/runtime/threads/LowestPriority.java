package io.postrider.runtime.threads;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a thread give way to every other one that wants a processor. Java's own priorities do nothing on Linux unless the
 * JVM is started with options for them, which warn whoever is not root.
 */
public final class LowestPriority {

    private static final Logger LOGGER = LoggerFactory.getLogger(LowestPriority.class);
    private static final int PRIO_PROCESS = 0;
    private static final int CALLING_THREAD = 0;
    private static final int NICEST = 19;

    private LowestPriority() {}

    /**
     * Gives the calling thread, and those that it starts from now on, the lowest priority; does nothing where the
     * system is not Linux, whose {@code setpriority(2)} changes single threads.
     */
    public static void take() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try {
            if ((int) setpriority().invokeExact(PRIO_PROCESS, CALLING_THREAD, NICEST) != 0) {
                LOGGER.atWarn().log("A thread cannot be given the lowest priority");
            }
        } catch (Throwable e) {
            // It would only be slower without.
            LOGGER.atWarn().setCause(e).log("A thread cannot be given the lowest priority");
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
