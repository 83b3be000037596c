package io.postrider.webhooks.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.outbound.http.CallError;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that are kept for the next delivery to the same receiver. */
class KeptConnectionsTest {

    private static final String KEEP =
            "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n";

    private final Attempting attempting = Attempting.toLoopback();
    private final RecordingReceiver receiver = RecordingReceiver.start();

    @AfterEach
    void close() {
        receiver.close();
        attempting.close();
    }

    private void send(String host) {
        assertThat(attempting.send("http://" + host + ":" + receiver.port() + "/hook"))
                .isInstanceOf(AttemptResult.Delivered.class);
    }

    @Test
    void deliveriesOneAfterTheOtherShareAConnection() {
        for (int i = 0; i < 50; i++) {
            send("127.0.0.1");
        }

        assertThat(receiver.server().accepted()).isLessThan(10);
    }

    /** The certificate of a connection was verified for one name alone. */
    @Test
    void namesOfOneAddressShareNoConnection() {
        attempting.name("a.example", "127.0.0.1");
        attempting.name("b.example", "127.0.0.1");

        send("a.example");
        send("b.example");

        assertThat(receiver.server().accepted()).isEqualTo(2);
    }

    @Test
    void aNameIsCheckedForEachDelivery() {
        attempting.name("a.example", "127.0.0.1");
        send("a.example");

        attempting.name("a.example", "10.0.0.1");
        AttemptResult result = attempting.send("http://a.example:" + receiver.port() + "/hook");

        assertThat(Attempting.error(result)).isEqualTo(CallError.ADDRESS_REFUSED);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void aKeptConnectionThatIsClosedUnderARequestIsNoAttempt() {
        Set<Socket> used = ConcurrentHashMap.newKeySet();
        receiver.answerWith(exchange -> {
            boolean isFirst = used.add(exchange.socket());
            if (isFirst) {
                exchange.send(KEEP);
            }
            return isFirst;
        });

        for (int i = 0; i < 50; i++) {
            send("127.0.0.1");
        }

        assertThat(receiver.requests()).as("some were read twice").hasSizeGreaterThan(50);
    }

    /** The failure of a first request is the outcome of the attempt. */
    @Test
    void aFreshConnectionThatIsClosedUnderARequestIsAnAttempt() {
        receiver.answerWith(_ -> false);

        AttemptResult result = attempting.send(receiver.url("/hook"));

        assertThat(Attempting.error(result)).isEqualTo(CallError.CONNECTION_CLOSED);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void aReceiverThatClosesAfterAnAnswerGetsItsNextDeliveryOnAnotherConnection() {
        receiver.answerWith(StubResponse.status(200, Map.of("Connection", "close"), ""));

        send("127.0.0.1");
        send("127.0.0.1");

        assertThat(receiver.server().accepted()).isEqualTo(2);
    }
}
