package io.postrider.systemtests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports for processes that are killed and start again on the same one. */
public final class Ports {

    // Below the range from which a kernel takes the near ends of connections: one of those could
    // sit on the port of a process that is down for a moment.
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 30_000;
    private static final int TRIES_MAX = 1_000;

    private Ports() {}

    /** A port that is free, and so are those at the given distances from it. */
    public static int free(int... distances) {
        return ThreadLocalRandom.current()
                .ints(TRIES_MAX, LOWEST, HIGHEST)
                .filter(port -> IntStream.of(distances).allMatch(far -> isFree(port + far)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no free port"));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
