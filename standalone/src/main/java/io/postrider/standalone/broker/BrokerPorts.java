package io.postrider.standalone.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;

/**
 * The two loopback ports of the embedded broker.
 *
 * @param broker port of Kafka clients
 * @param controller port of the broker's controller
 */
public record BrokerPorts(int broker, int controller) {

    /** The environment variable that fixes the broker's port. */
    public static final String VARIABLE = "POSTRIDER_KAFKA_PORT";

    static final String HOST = "127.0.0.1";
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral(HOST);

    // So that the default HTTP port 8080 gives Kafka's usual 9092 and 9093.
    private static final int BROKER_DISTANCE = 1_012;
    private static final int CONTROLLER_DISTANCE = 1_013;
    private static final int HIGHEST = 65_535;

    /**
     * Chooses free ports: the one that was asked for, else those at a fixed distance from the HTTP port, else any.
     *
     * @param asked the broker's port where the operator fixed it
     * @param httpPort the port of the HTTP interface
     * @throws BrokerStartException when the port that was asked for is taken
     */
    public static BrokerPorts choose(OptionalInt asked, int httpPort) {
        asked.ifPresent(BrokerPorts::requireFree);
        int broker = asked.orElseGet(() -> freeOrAny(httpPort + BROKER_DISTANCE, httpPort));
        return new BrokerPorts(broker, freeOrAny(httpPort + CONTROLLER_DISTANCE, broker));
    }

    /**
     * Checks once more right before the start, because Kafka's own complaint is pages long.
     *
     * @throws BrokerStartException when one of the ports is taken
     */
    void requireFree() {
        for (int port : new int[] {broker, controller}) {
            if (!isFree(port)) {
                throw new BrokerStartException(
                        "The port %d of the embedded broker is in use".formatted(port));
            }
        }
    }

    private static void requireFree(int port) {
        if (!isFree(port)) {
            throw new BrokerStartException(
                    "%s is %d, but that port is in use; free it or choose another port"
                            .formatted(VARIABLE, port));
        }
    }

    private static int freeOrAny(int wanted, int taken) {
        return wanted <= HIGHEST && wanted != taken && isFree(wanted) ? wanted : anyBut(taken);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(LOOPBACK, port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static int anyBut(int taken) {
        int port = any();
        return port == taken ? anyBut(taken) : port;
    }

    private static int any() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(LOOPBACK, 0));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free port on " + HOST, e);
        }
    }
}
