package io.postrider.systemtests.security;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A proxy of TCP that delivers each byte after a delay, in both directions, as a long network path does. */
final class SlowLink implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final Duration delay;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private SlowLink(ServerSocket listening, int target, Duration delay) {
        this.listening = listening;
        this.target = target;
        this.delay = delay;
    }

    /** Forwards connections from one port to another one of this machine. */
    static SlowLink open(int port, int target, Duration delay) throws IOException {
        SlowLink link =
                new SlowLink(
                        new ServerSocket(port, 50, InetAddress.getLoopbackAddress()),
                        target,
                        delay);
        link.threads.execute(link::accept);
        return link;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listening.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                connect(near, far);
                connect(far, near);
            }
        } catch (IOException _) {
            // It is closed.
        }
    }

    private void connect(Socket from, Socket to) {
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
        threads.execute(() -> read(from, underWay));
        threads.execute(() -> write(underWay, to));
    }

    private void read(Socket from, BlockingQueue<Chunk> underWay) {
        byte[] buffer = new byte[65_536];
        try (InputStream in = from.getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                underWay.add(chunk(ByteBuffer.wrap(Arrays.copyOf(buffer, count))));
            }
        } catch (IOException _) {
            // The other end is closed too.
        }
        underWay.add(chunk(ByteBuffer.allocate(0)));
    }

    private Chunk chunk(ByteBuffer bytes) {
        return new Chunk(bytes, System.nanoTime() + delay.toNanos());
    }

    private static void write(BlockingQueue<Chunk> underWay, Socket to) {
        try (WritableByteChannel out = Channels.newChannel(to.getOutputStream())) {
            for (Chunk next = underWay.take(); next.bytes.hasRemaining(); next = underWay.take()) {
                TimeUnit.NANOSECONDS.sleep(next.due - System.nanoTime());
                while (next.bytes.hasRemaining()) {
                    out.write(next.bytes);
                }
            }
        } catch (IOException _) {
            // Nothing reads any more.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Bytes that are due at a time; none at the end. */
    private record Chunk(ByteBuffer bytes, long due) {}
}
