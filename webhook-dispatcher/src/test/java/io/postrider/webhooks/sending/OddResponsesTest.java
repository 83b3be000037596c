package io.postrider.webhooks.sending;

import static io.postrider.webhooks.sending.Attempting.error;
import static io.postrider.webhooks.sending.Attempting.response;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.outbound.http.CallError;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are not HTTP, or HTTP as few write it. */
class OddResponsesTest {

    private final Attempting attempting = Attempting.toLoopback();
    private final RecordingReceiver receiver = RecordingReceiver.start();

    @AfterEach
    void close() {
        receiver.close();
        attempting.close();
    }

    private AttemptResult sendFor(StubResponse answer) {
        receiver.answerWith(answer);
        return attempting.send(receiver.url("/"));
    }

    private void assertSentOnce() {
        assertThat(receiver.requests()).hasSize(1);
        assertThat(receiver.server().accepted()).isEqualTo(1);
    }

    @ParameterizedTest
    @Verifies("outbound-errors")
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 -1 OK\r\n\r\n",
                "HTTP/1.1\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
                "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"
            })
    void nonsenseIsNamedAsSuch(String nonsense) {
        assertThat(error(sendFor(StubResponse.raw(nonsense))))
                .isEqualTo(CallError.MALFORMED_RESPONSE);
        assertSentOnce();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\nuntil the end",
                "HTTP/1.0 200 OK\r\n\r\nuntil the end",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end",
                "HTTP/1.1 200\r\nContent-Length: 13\r\n\r\nuntil the end",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nD\r\nuntil the end\r\n0\r\nX-T: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nuntil the endHTTP/1.1 500 Oops\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nuntil the end",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nuntil the end",
                "HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nuntil the end",
                "HTTP/1.1 200 OK\r\nX-Odd: a\u0001b\r\nContent-Length: 13\r\n\r\nuntil the end"
            })
    void unusualYetWholeAnswersAreDeliveries(String answer) {
        AttemptResult result = sendFor(StubResponse.raw(answer));

        assertThat(result).isInstanceOf(AttemptResult.Delivered.class);
        assertThat(response(result).body()).isEqualTo("until the end");
        assertSentOnce();
    }

    @Test
    void interimAnswersAloneAreAFailure() {
        AttemptResult result = sendFor(StubResponse.raw("HTTP/1.1 100 Continue\r\n\r\n"));

        assertThat(result).isInstanceOf(AttemptResult.Failed.class);
        assertThat(response(result).status()).isEqualTo(100);
    }

    @Test
    void switchingProtocolsIsAFailure() {
        AttemptResult result =
                sendFor(
                        StubResponse.raw(
                                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"));

        assertThat(result).isInstanceOf(AttemptResult.Failed.class);
        assertThat(response(result).status()).isEqualTo(101);
    }

    @Test
    void whatIsNotTextIsMadeText() {
        AttemptResult result =
                sendFor(StubResponse.raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na\0\u00ffb"));

        assertThat(response(result).body()).isEqualTo("a\ufffd\ufffdb");
    }
}
