package io.postrider.benchmarks;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes that were started here; none of them survives this one, however it ends. */
final class Children {

    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    private Children() {}

    /** To be called once, before the first child. */
    static void endWithThisProcess() {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::kill, "children"));
    }

    static Process add(Process process) {
        ALIVE.add(process);
        var _ = process.onExit().thenAccept(ALIVE::remove);
        return process;
    }

    private static void kill() {
        for (Process process : ALIVE) {
            // nginx and shells have children of their own.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
