package io.postrider.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;

/** A TCP server on a random loopback port that hands every connection to a script, on a virtual thread of its own. */
public final class LoopbackServer implements AutoCloseable {

    private static final int BACKLOG = 1_024;
    private static final int READ_TIMEOUT_MILLIS = 60_000;

    /** The script of one connection, which is closed afterwards. */
    public interface Script {
        void run(Socket socket, LoopbackServer server) throws IOException;
    }

    private final ServerSocket listener;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicLong brokenOff = new AtomicLong();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch deaf = new CountDownLatch(1);

    private LoopbackServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    /** Starts a server for plain connections. */
    public static LoopbackServer start(Script script) {
        return start(ServerSocketFactory.getDefault(), script);
    }

    /** Starts a server on sockets of the factory, for instance of a TLS context. */
    public static LoopbackServer start(ServerSocketFactory factory, Script script) {
        return start(factory, InetAddress.ofLiteral("127.0.0.1"), script);
    }

    /** The same on another address of this machine, for instance on all of them. */
    static LoopbackServer start(ServerSocketFactory factory, InetAddress address, Script script) {
        try {
            LoopbackServer server =
                    new LoopbackServer(factory.createServerSocket(0, BACKLOG, address), script);
            Thread.ofVirtual().name("loopback-server").start(server::acceptAll);
            return server;
        } catch (IOException noSocket) {
            throw new UncheckedIOException(noSocket);
        }
    }

    private void acceptAll() {
        try {
            acceptUntilClosed();
        } finally {
            deaf.countDown();
        }
    }

    private void acceptUntilClosed() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                accepted.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().name("loopback-connection").start(() -> serve(socket));
            } catch (SocketException closing) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(closing);
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
            script.run(socket, this);
        } catch (IOException peerWentAway) {
            // A peer may go away at any time; tests that care ask how often it did.
            brokenOff.incrementAndGet();
        } finally {
            open.remove(socket);
        }
    }

    /** The port it listens on. */
    public int port() {
        return listener.getLocalPort();
    }

    /** The number of accepted connections. */
    public int accepted() {
        return accepted.get();
    }

    /** The number of open connections. */
    public int open() {
        return open.size();
    }

    /** The number of scripts that ended because the peer closed the connection. */
    public long brokenOff() {
        return brokenOff.get();
    }

    /** Waits for the given time, or until the server is closed; says whether it still runs. */
    public boolean pause(long millis) throws IOException {
        try {
            return !closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** Returns when no client can connect any more: an accepting virtual thread keeps the port open until it wakes. */
    @Override
    public void close() {
        closed.countDown();
        try {
            listener.close();
            deaf.await();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
