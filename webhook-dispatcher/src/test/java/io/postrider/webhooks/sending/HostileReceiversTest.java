package io.postrider.webhooks.sending;

import static io.postrider.webhooks.sending.Attempting.error;
import static io.postrider.webhooks.sending.Attempting.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.outbound.http.CallError;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.LoopbackServer;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers that break off, stall or flood. */
class HostileReceiversTest {

    private static final Duration DEADLINE = Duration.ofMillis(400);

    /** Of those from whom something has to arrive before it, however busy the machine is. */
    private static final Duration LATER = Duration.ofSeconds(5);

    private final Attempting attempting = Attempting.toLoopback();
    private final Attempting impatient =
            Attempting.toLoopback(Attempting.SETTINGS.withDeadline(DEADLINE));
    private final Attempting lessImpatient =
            Attempting.toLoopback(Attempting.SETTINGS.withDeadline(LATER));
    private final RecordingReceiver receiver = RecordingReceiver.start();

    @AfterEach
    void close() {
        receiver.close();
        attempting.close();
        impatient.close();
        lessImpatient.close();
    }

    private AttemptResult sendFor(StubResponse answer) {
        receiver.answerWith(answer);
        return attempting.send(receiver.url("/"));
    }

    private void assertSentOnce() {
        assertThat(receiver.requests()).hasSize(1);
        assertThat(receiver.server().accepted()).isEqualTo(1);
    }

    @Test
    void aClosedPortRefusesTheConnection() throws IOException {
        // Bound without listening, so that no other process can take the port meanwhile.
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));

            assertThat(error(attempting.send("http://127.0.0.1:" + bound.getLocalPort() + "/")))
                    .isEqualTo(CallError.CONNECT_REFUSED);
        }
    }

    @Test
    void aResetBeforeTheRequestIsRead() {
        try (LoopbackServer server =
                LoopbackServer.start((socket, _) -> socket.setSoLinger(true, 0))) {
            assertThat(error(attempting.send("http://127.0.0.1:" + server.port() + "/")))
                    .isIn(CallError.CONNECTION_RESET, CallError.CONNECTION_CLOSED);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void aResetAfterTheRequestWasReadIsNotRepeated() {
        assertThat(error(sendFor(StubResponse.rawThenReset(""))))
                .isEqualTo(CallError.CONNECTION_RESET);
        assertSentOnce();
    }

    @Test
    void aCloseWithoutAnAnswerIsNotRepeated() {
        assertThat(error(sendFor(StubResponse.raw("")))).isEqualTo(CallError.CONNECTION_CLOSED);
        assertSentOnce();
    }

    @Test
    void aResetWithinTheBodyKeepsWhatArrived() {
        receiver.answerWith(exchange -> {
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
            // A reset would overtake what the peer has not read yet.
            exchange.server().pause(500);
            exchange.socket().setSoLinger(true, 0);
            return false;
        });
        AttemptResult result = attempting.send(receiver.url("/"));

        assertThat(error(result)).isEqualTo(CallError.CONNECTION_RESET);
        assertThat(((AttemptResult.Unreachable) result).partial().map(ReceivedResponse::status))
                .contains(200);
        assertSentOnce();
    }

    @Test
    void aCloseWithinTheHeadIsTheReceiversFault() {
        AttemptResult result = sendFor(StubResponse.raw("HTTP/1.1 200 OK\r\nX-A: a"));

        assertThat(error(result)).isEqualTo(CallError.RESPONSE_INCOMPLETE);
        assertSentOnce();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 9\r\n\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n9\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
            })
    void aCloseWithinTheBodyKeepsWhatArrived(String rest) {
        AttemptResult result = sendFor(StubResponse.raw("HTTP/1.1 200 OK\r\n" + rest));

        assertThat(error(result)).isEqualTo(CallError.RESPONSE_INCOMPLETE);
        assertThat(((AttemptResult.Unreachable) result).partial().map(ReceivedResponse::body))
                .contains("abc");
        assertSentOnce();
    }

    @Test
    void aSilentReceiverIsLeftAtTheDeadline() {
        receiver.answerWith(StubResponse.silence());

        assertThat(error(lessImpatient.send(receiver.url("/")))).isEqualTo(CallError.TIMEOUT);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
        assertSentOnce();
    }

    @Test
    @Verifies("outbound-bounds")
    void aDrippedBodyEndsAtTheDeadlineOfTheWhole() {
        receiver.answerWith(
                StubResponse.drip("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", "x", 20));
        AttemptResult result = lessImpatient.send(receiver.url("/"));

        assertThat(error(result)).isEqualTo(CallError.TIMEOUT);
        assertThat(((AttemptResult.Unreachable) result).partial().map(ReceivedResponse::status))
                .contains(200);
        assertThat(((AttemptResult.Unreachable) result).duration()).isGreaterThanOrEqualTo(LATER);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
    }

    @Test
    void drippedHeadersEndAtTheDeadlineOfTheWhole() {
        receiver.answerWith(StubResponse.drip("HTTP/1.1 200 OK\r\n", "X-Drip: 1\r\n", 20));
        AttemptResult result = impatient.send(receiver.url("/"));

        assertThat(error(result)).isEqualTo(CallError.TIMEOUT);
        assertThat(((AttemptResult.Unreachable) result).partial()).isEqualTo(Optional.empty());
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
    }

    @Test
    void endlessInterimAnswersEndAtTheDeadlineOfTheWhole() {
        receiver.answerWith(StubResponse.drip("", "HTTP/1.1 102 Processing\r\n\r\n", 20));

        assertThat(error(impatient.send(receiver.url("/")))).isEqualTo(CallError.TIMEOUT);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
    }

    @Test
    @Verifies("outbound-bounds")
    void endlessHeadersAreCutOff() {
        assertThat(
                        error(
                                sendFor(
                                        StubResponse.flood(
                                                "HTTP/1.1 200 OK\r\n", "X-Flood: 0123456789\r\n"))))
                .isEqualTo(CallError.RESPONSE_HEADERS_TOO_LARGE);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
        assertSentOnce();
    }

    @Test
    void tenThousandHeadersAreCutOff() {
        assertThat(
                        error(
                                sendFor(
                                        StubResponse.raw(
                                                "HTTP/1.1 200 OK\r\n"
                                                        + "a: b\r\n".repeat(10_000)
                                                        + "\r\n"))))
                .isEqualTo(CallError.RESPONSE_HEADERS_TOO_LARGE);
        assertSentOnce();
    }

    @Test
    void oneEndlessHeaderIsCutOff() {
        assertThat(error(sendFor(StubResponse.flood("HTTP/1.1 200 OK\r\nX-Flood: ", "0123456789"))))
                .isEqualTo(CallError.RESPONSE_HEADERS_TOO_LARGE);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
    }

    @Test
    void anEndlessStatusLineIsCutOff() {
        assertThat(error(sendFor(StubResponse.flood("HTTP/1.1 200 O", "KKKKKKKKKK"))))
                .isEqualTo(CallError.RESPONSE_HEADERS_TOO_LARGE);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
    }

    @Test
    @Verifies("outbound-bounds")
    void aHugeBodyIsJudgedByItsStatusAndCutOff() {
        AttemptResult result =
                sendFor(
                        StubResponse.flood(
                                "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n",
                                "0123456789"));

        assertThat(result).isInstanceOf(AttemptResult.Delivered.class);
        assertThat(response(result).body()).hasSize(4096).startsWith("0123456789");
        assertThat(response(result).truncated()).isTrue();
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
        assertSentOnce();
    }

    @Test
    void anEndlessBodyWithoutLengthIsJudgedByItsStatus() {
        assertThat(sendFor(StubResponse.flood("HTTP/1.1 500 Oops\r\n\r\n", "0123456789")))
                .isInstanceOf(AttemptResult.Failed.class);
        await().untilAsserted(() -> assertThat(receiver.server().open()).isZero());
    }

    @Test
    @Verifies("outbound-bounds")
    void packedBodiesAreNotUnpacked() throws IOException {
        byte[] bomb = gzip(new byte[10_000_000]);
        Map<String, String> packed = Map.of("Content-Encoding", "gzip");

        AttemptResult result = sendFor(StubResponse.status(200, packed, bomb));
        assertThat(result).isInstanceOf(AttemptResult.Delivered.class);
        assertThat(response(result).body().getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(4096);
        // The first byte of gzip's magic number.
        assertThat(response(result).body()).startsWith("\u001f");
        byte[] cut = Arrays.copyOf(gzip("hello".getBytes(StandardCharsets.UTF_8)), 12);
        assertThat(sendFor(StubResponse.status(200, packed, cut)))
                .isInstanceOf(AttemptResult.Delivered.class);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }
}
