package io.postrider.systemtests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports for processes that are killed and start again on the same one. */
public final class Ports {

    // Below the range from which a kernel takes the near ends of connections: one of those could
    // sit on the port of a process that is down for a moment.
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 30_000;
    private static final int TRIES_MAX = 1_000;

    /** Test classes run side by side, and a port is given before a process listens on it. */
    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    /** A port that is free, and so are those at the given distances from it. */
    public static synchronized int free(int... distances) {
        int free =
                ThreadLocalRandom.current()
                        .ints(TRIES_MAX, LOWEST, HIGHEST)
                        .filter(port -> IntStream.of(distances).allMatch(far -> isFree(port + far)))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("there is no free port"));
        IntStream.of(distances).forEach(far -> GIVEN.add(free + far));
        return free;
    }

    private static boolean isFree(int port) {
        if (GIVEN.contains(port)) {
            return false;
        }
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
