package io.postrider.systemtests.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connections that send the same bytes and stay open, whatever they are answered. */
final class HeldConnections implements AutoCloseable {

    /** Unread bytes wait in the process and not in the sockets. */
    private static final int RECEIVE_BYTES = 4 << 10;

    private final List<Socket> sockets = new ArrayList<>();
    private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();

    private HeldConnections() {}

    static HeldConnections open(int port, int count, String bytes) throws IOException {
        HeldConnections held = new HeldConnections();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(RECEIVE_BYTES);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            held.sockets.add(socket);
            Thread.ofVirtual().start(() -> held.send(socket, bytes));
        }
        return held;
    }

    private void send(Socket socket, String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            String line = answer.readLine();
            if (line != null && line.startsWith("HTTP/1.1 ")) {
                statuses.merge(Integer.parseInt(line.substring(9, 12)), 1, Integer::sum);
            }
        } catch (IOException e) {
            // Closed by the other side before it had read all: an answer without a status.
            statuses.merge(0, 1, Integer::sum);
        }
    }

    /** How many connections were answered with a status. */
    int answered(int status) {
        return statuses.getOrDefault(status, 0);
    }

    /** How many connections were answered how; 0 stands for those that ended without a status. */
    Map<Integer, Integer> statuses() {
        return Map.copyOf(statuses);
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
