package io.postrider.standalone.broker;

import io.postrider.testkit.http.LoopbackServer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

/**
 * A proxy before a broker that rejects the first produce request with {@code NOT_LEADER_OR_FOLLOWER}, as a broker does
 * that was started a moment ago, and forwards all others. The rejection is held back until the client sends another produce
 * request, for a while, so that both are under way at once if the client lets them be.
 */
final class ProduceFaultProxy implements AutoCloseable {

    private static final Duration HELD_MAX = Duration.ofSeconds(2);
    private static final int MAX_FRAME_BYTES = 8 << 20;

    private final int brokerPort;
    private final LoopbackServer server;
    private final AtomicBoolean rejected = new AtomicBoolean();
    private final CountDownLatch another = new CountDownLatch(1);

    private ProduceFaultProxy(int brokerPort) {
        this.brokerPort = brokerPort;
        this.server = LoopbackServer.start((socket, _) -> new Connection(socket).run());
    }

    /** Starts a proxy before the broker of this address, as {@code host:port}. */
    static ProduceFaultProxy before(String broker) {
        return new ProduceFaultProxy(
                Integer.parseInt(broker.substring(broker.lastIndexOf(':') + 1)));
    }

    /** The address that clients use instead of the broker's. */
    String bootstrapServers() {
        return "127.0.0.1:" + server.port();
    }

    /** Whether a produce request was rejected. */
    boolean hasRejected() {
        return rejected.get();
    }

    @Override
    public void close() {
        server.close();
    }

    /** One client's connection and the one to the broker that belongs to it. */
    private final class Connection {

        private final DataInputStream fromClient;
        private final DataOutputStream toClient;
        private final Socket broker;
        private final Map<Integer, RequestHeader> metadata = new ConcurrentHashMap<>();

        Connection(Socket client) throws IOException {
            fromClient = new DataInputStream(client.getInputStream());
            toClient = new DataOutputStream(client.getOutputStream());
            broker = new Socket(InetAddress.ofLiteral("127.0.0.1"), brokerPort);
            broker.setTcpNoDelay(true);
        }

        void run() throws IOException {
            try (broker) {
                Thread.ofVirtual().start(this::responses);
                DataOutputStream toBroker = new DataOutputStream(broker.getOutputStream());
                while (true) {
                    byte[] frame = frame(fromClient);
                    short api = ByteBuffer.wrap(frame).getShort();
                    if (api == ApiKeys.PRODUCE.id && rejected.compareAndSet(false, true)) {
                        ByteBuffer request = ByteBuffer.wrap(frame);
                        Thread.ofVirtual().start(() -> reject(request));
                        continue;
                    }
                    if (api == ApiKeys.PRODUCE.id) {
                        another.countDown();
                    } else if (api == ApiKeys.METADATA.id) {
                        RequestHeader header = RequestHeader.parse(ByteBuffer.wrap(frame));
                        metadata.put(header.correlationId(), header);
                    }
                    write(toBroker, frame);
                }
            }
        }

        private void reject(ByteBuffer request) {
            try {
                var _ = another.await(HELD_MAX.toMillis(), TimeUnit.MILLISECONDS);
                RequestHeader header = RequestHeader.parse(request);
                AbstractResponse response =
                        ProduceRequest.parse(new ByteBufferAccessor(request), header.apiVersion())
                                .getErrorResponse(0, Errors.NOT_LEADER_OR_FOLLOWER.exception());
                write(toClient, bytes(header, response));
            } catch (IOException e) {
                // The client has closed the connection.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void responses() {
            try {
                DataInputStream fromBroker = new DataInputStream(broker.getInputStream());
                while (true) {
                    byte[] frame = frame(fromBroker);
                    RequestHeader asked = metadata.remove(ByteBuffer.wrap(frame).getInt());
                    write(toClient, asked == null ? frame : redirected(asked, frame));
                }
            } catch (IOException e) {
                // Either side has closed the connection.
            }
        }

        /** Leads clients to the proxy instead of the broker. */
        private byte[] redirected(RequestHeader asked, byte[] frame) {
            AbstractResponse response =
                    AbstractResponse.parseResponse(ByteBuffer.wrap(frame), asked);
            ((MetadataResponseData) response.data())
                    .brokers()
                    .forEach(each -> each.setPort(server.port()));
            return bytes(asked, response);
        }
    }

    private static byte[] bytes(RequestHeader asked, AbstractResponse response) {
        ResponseHeader header = asked.toResponseHeader();
        ByteBuffer head =
                MessageUtil.toByteBufferAccessor(header.data(), header.headerVersion()).buffer();
        ByteBuffer body =
                MessageUtil.toByteBufferAccessor(response.data(), asked.apiVersion()).buffer();
        return ByteBuffer.allocate(head.remaining() + body.remaining()).put(head).put(body).array();
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_FRAME_BYTES) {
            throw new IOException("a frame of " + length + " bytes");
        }
        return in.readNBytes(length);
    }

    private static void write(DataOutputStream out, byte[] frame) throws IOException {
        synchronized (out) {
            out.writeInt(frame.length);
            out.write(frame);
            out.flush();
        }
    }
}
