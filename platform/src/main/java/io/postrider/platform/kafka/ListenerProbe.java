package io.postrider.platform.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.kafka.ListenerProtocol.Sasl;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * Asks a listener for its security protocol. A client with another protocol only sees that connections are closed, as they are
 * while a broker starts. So this asks in the protocol of the client, then with or without TLS instead. Only an answer counts: a
 * listener that is silent, slow or closes the connection has shown nothing. An answer that is not one of Kafka comes from another
 * service.
 *
 * <p>The request begins an authentication with SASL, which each listener answers: one with SASL with its mechanisms, one without
 * with an error.
 */
final class ListenerProbe {

    private static final int CONNECT_MILLIS = 1_000;

    /** Several round trips of a slow network, and a busy broker. */
    private static final int READ_MILLIS = 2_000;

    private static final short VERSION = 1;
    private static final int CORRELATION = 0x50_72_6f_62;
    private static final String CLIENT_ID = "postrider-probe";
    private static final int ANSWER_MAX = 1 << 16;

    /** The type and the major version of an alert of TLS (RFC 8446, section 5.1). */
    private static final int ALERT = 0x15_03;

    private final ListenerProtocol client;
    private final String mechanism;
    private final String host;
    private final int port;

    /**
     * A probe of one listener.
     *
     * @param server {@code host:port}
     * @param client the properties of the clients that are to use it
     */
    private ListenerProbe(String server, ClientProperties client) {
        this.client = ListenerProtocol.of(client);
        // A listener with this mechanism waits for what follows, and logs no failed authentication.
        this.mechanism =
                String.valueOf(client.values().getOrDefault(SaslConfigs.SASL_MECHANISM, "PLAIN"));
        int colon = server.lastIndexOf(':');
        this.host = server.substring(0, colon);
        this.port = Integer.parseInt(server.substring(colon + 1));
    }

    /** The answers of the bootstrap servers, which are asked side by side: each silent one takes seconds. */
    static List<Answer> answers(KafkaSettings settings) {
        return all(settings, ListenerProbe::ask);
    }

    /** Whether a bootstrap server accepts connections. */
    static boolean anyAccepts(KafkaSettings settings) {
        return all(settings, ListenerProbe::accepts).contains(true);
    }

    private static <T> List<T> all(KafkaSettings settings, Function<ListenerProbe, T> look) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return Arrays.stream(settings.bootstrapServers().split(","))
                    .map(server -> new ListenerProbe(server.strip(), settings.client()))
                    .map(probe -> CompletableFuture.supplyAsync(() -> look.apply(probe), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    private boolean accepts() {
        try (Socket _ = connect()) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** Asks for the protocol, with or without TLS. */
    private Answer ask() {
        if (!accepts()) {
            return new Answer.Silence();
        }
        Answer expected = ask(client.tls());
        return expected instanceof Answer.Silence ? ask(!client.tls()) : expected;
    }

    private Answer ask(boolean tls) {
        try (Socket socket = connect()) {
            return tls ? encrypted(socket) : answer(socket, false);
        } catch (IOException _) {
            return new Answer.Silence();
        }
    }

    /** What a listener has shown. */
    sealed interface Answer {

        /** It is one of Kafka with this protocol. */
        record Speaks(ListenerProtocol protocol) implements Answer {}

        /** Another service listens there. */
        record Foreign(String server) implements Answer {}

        /** Nothing, or something in TLS where it was asked without. */
        record Silence() implements Answer {}
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            socket.setSoTimeout(READ_MILLIS);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private Answer encrypted(Socket socket) throws IOException {
        try (SSLSocket tls =
                (SSLSocket) trusting().getSocketFactory().createSocket(socket, host, port, true)) {
            tls.startHandshake();
            return encryptedAnswer(tls);
        } catch (SSLException e) {
            return isAlert(e)
                    ? new Answer.Speaks(new ListenerProtocol(true, Sasl.UNKNOWN))
                    : new Answer.Silence();
        }
    }

    /** A listener that requires a certificate of the client closes the connection after the handshake. */
    private Answer encryptedAnswer(Socket tls) {
        try {
            return answer(tls, true);
        } catch (IOException _) {
            return new Answer.Speaks(new ListenerProtocol(true, Sasl.UNKNOWN));
        }
    }

    /** An alert is an answer in TLS. */
    private static boolean isAlert(SSLException failure) {
        return String.valueOf(failure.getMessage()).contains("Received fatal alert");
    }

    private Answer answer(Socket socket, boolean tls) throws IOException {
        socket.getOutputStream().write(request());
        socket.getOutputStream().flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int size = in.readInt();
        if (size >>> Short.SIZE == ALERT) {
            return new Answer.Silence();
        }
        boolean isKafka =
                size >= Integer.BYTES + Short.BYTES
                        && size <= ANSWER_MAX
                        && in.readInt() == CORRELATION;
        return isKafka
                ? new Answer.Speaks(new ListenerProtocol(tls, sasl(Errors.forCode(in.readShort()))))
                : new Answer.Foreign(host + ":" + port);
    }

    private static Sasl sasl(Errors error) {
        return switch (error) {
            case NONE, UNSUPPORTED_SASL_MECHANISM -> Sasl.REQUIRED;
            case ILLEGAL_SASL_STATE -> Sasl.NONE;
            default -> Sasl.UNKNOWN;
        };
    }

    private byte[] request() {
        byte[] id = CLIENT_ID.getBytes(UTF_8);
        byte[] asked = mechanism.getBytes(UTF_8);
        int size = 4 * Short.BYTES + Integer.BYTES + id.length + asked.length;
        return ByteBuffer.allocate(Integer.BYTES + size)
                .putInt(size)
                .putShort(ApiKeys.SASL_HANDSHAKE.id)
                .putShort(VERSION)
                .putInt(CORRELATION)
                .putShort((short) id.length)
                .put(id)
                .putShort((short) asked.length)
                .put(asked)
                .array();
    }

    private static SSLContext trusting() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trusting()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Trusts every certificate: what is sent is no secret, and what is received is used for a message only. */
    private static final class Trusting extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
