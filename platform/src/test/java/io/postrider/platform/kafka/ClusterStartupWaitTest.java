package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterStartupWaitTest {

    private static final String PLAIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required ";

    /** An alert of TLS: a handshake failure. */
    private static final byte[] ALERT = HexFormat.of().parseHex("15030300020228");

    @Test
    void aListenerThatAnswersWithAnAlertUsesTls() throws Exception {
        try (Listener listener = new Listener(ALERT)) {
            assertThatThrownBy(() -> await(listener))
                    .isInstanceOf(LogRejectedException.class)
                    .hasMessageStartingWith(
                            "Kafka at %s uses SSL or SASL_SSL and not PLAINTEXT: check"
                                    + " security.protocol",
                            listener.address());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 400 Bad Request, PLAINTEXT",
        "HTTP/1.1 400 Bad Request, SSL",
        "-ERR unknown command, PLAINTEXT"
    })
    void anotherServiceIsNamed(String answer, String protocol) throws Exception {
        try (Listener listener = new Listener(answer.getBytes(StandardCharsets.US_ASCII))) {
            assertThatThrownBy(() -> await(listener.address(), protocol))
                    .isInstanceOf(LogRejectedException.class)
                    .hasMessage(
                            "%s is not a Kafka broker, as its answer shows; check the"
                                    + " bootstrap servers",
                            listener.address());
        }
    }

    @Test
    void anotherServiceAmongTheBrokersIsNamed() throws Exception {
        try (Listener starting = new Listener(new byte[0]);
                Listener web =
                        new Listener("HTTP/1.0 400\r\n".getBytes(StandardCharsets.US_ASCII))) {
            assertThatThrownBy(() -> await(starting.address() + "," + web.address(), "PLAINTEXT"))
                    .isInstanceOf(LogRejectedException.class)
                    .hasMessageStartingWith(web.address() + " is not a Kafka broker");
        }
    }

    /** Each answers once all are asked: one by one, the first would be silent. */
    @Test
    void bootstrapServersAreAskedSideBySide() throws Exception {
        CountDownLatch asked = new CountDownLatch(3);
        byte[] answer = "HTTP/1.0 400\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Listener one = new Listener(answer, asked);
                Listener two = new Listener(answer, asked);
                Listener three = new Listener(answer, asked)) {
            String all = String.join(",", one.address(), two.address(), three.address());

            assertThatThrownBy(() -> await(all, "PLAINTEXT"))
                    .isInstanceOf(LogRejectedException.class)
                    .hasMessageStartingWith(one.address() + " is not a Kafka broker");
        }
    }

    @Test
    void aListenerThatClosesConnectionsMayBeStarting() throws Exception {
        try (Listener listener = new Listener(new byte[0])) {
            assertThatThrownBy(() -> await(listener))
                    .isInstanceOf(LogUnreachableException.class)
                    .hasMessageStartingWith("Kafka at %s is not reachable", listener.address());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "OAUTHBEARER"})
    void aMechanismThatTheLoginModuleLacksIsNamed(String mechanism) throws Exception {
        try (Listener listener = new Listener(new byte[0])) {
            assertThatThrownBy(() -> connect(listener, mechanism, PLAIN + "username=a password=b;"))
                    .isInstanceOf(LogRejectedException.class)
                    .hasMessageStartingWith(
                            "No client for Kafka at %s: check sasl.mechanism in",
                            listener.address())
                    .hasMessageContainingAll("POSTRIDER_KAFKA_SASL_MECHANISM", mechanism);
        }
    }

    @Test
    void aMessageAboutALoginContainsNoPartOfIt() throws Exception {
        try (Listener listener = new Listener(new byte[0])) {
            assertThatThrownBy(() -> connect(listener, "PLAIN", PLAIN + "password=two hush;"))
                    .isInstanceOf(LogRejectedException.class)
                    .hasMessageContaining("sasl.jaas.config")
                    .hasMessageEndingWith("Value not specified for key '…' in JAAS config)");
        }
    }

    private static void connect(Listener listener, String mechanism, String login) {
        KafkaSettings settings =
                KafkaSettings.single(listener.address(), Durability.REPLICATED, "n1")
                        .withClient(
                                ClientProperties.of(
                                        Map.of(
                                                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                                                "SASL_PLAINTEXT",
                                                SaslConfigs.SASL_MECHANISM,
                                                mechanism,
                                                SaslConfigs.SASL_JAAS_CONFIG,
                                                new Password(login))));
        ClusterStartupWait.connect(settings, "test").close();
    }

    private static void await(Listener listener) {
        await(listener.address(), "PLAINTEXT");
    }

    private static void await(String bootstrap, String protocol) {
        KafkaSettings settings =
                KafkaSettings.single(bootstrap, Durability.REPLICATED, "n1")
                        .withClient(
                                ClientProperties.of(
                                        Map.of(
                                                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                                                protocol)));
        try (Admin admin = ClusterStartupWait.connect(settings, "test")) {
            new ClusterStartupWait(
                            settings, admin, Duration.ofSeconds(1), System::nanoTime, _ -> {})
                    .await();
        }
    }

    /** Answers the first bytes of each connection with the same bytes, and closes it. */
    private static final class Listener implements AutoCloseable {

        private final ServerSocket server =
                new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicBoolean closed = new AtomicBoolean();
        private final byte[] answer;
        private final CountDownLatch asked;

        Listener(byte[] answer) throws IOException {
            this(answer, new CountDownLatch(1));
        }

        /** @param asked counts the requests, and is awaited before each answer */
        Listener(byte[] answer, CountDownLatch asked) throws IOException {
            this.answer = answer.clone();
            this.asked = asked;
            Thread.ofPlatform().daemon().name("listener").start(this::serve);
        }

        String address() {
            return "127.0.0.1:" + server.getLocalPort();
        }

        private void serve() {
            while (!closed.get()) {
                try (Socket client = server.accept()) {
                    client.setSoTimeout(1_000);
                    if (client.getInputStream().read(new byte[4_096]) > 0) {
                        asked.countDown();
                        var _ = asked.await(10, TimeUnit.SECONDS);
                        client.getOutputStream().write(answer);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } catch (IOException e) {
                    if (!closed.get() && server.isClosed()) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            closed.set(true);
            server.close();
        }
    }
}
