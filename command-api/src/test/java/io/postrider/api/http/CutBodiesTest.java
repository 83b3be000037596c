package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.server.DroppedErrors;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Broken bodies get a response if the client is still connected, and never fill the log. */
@Isolated("it reads the log of the JVM")
class CutBodiesTest {

    /** Clicks of tests that ended before may be given up meanwhile. */
    private static final String CLICKS = "io.postrider.redirects.";

    /** The shipped configuration silences it. */
    private static final String DECODING = "reactor.netty.http.server.HttpServerOperations";

    private static final String LINK = "{\"url\":\"https://example.com\"}";

    private final LogLines log = new LogLines();
    private final ApiServer server = new ApiServer();

    @BeforeAll
    static void install() {
        DroppedErrors.install();
    }

    @AfterEach
    void close() {
        server.close();
        log.close();
    }

    private RawConnection posting(String rest) throws IOException {
        return server.connect()
                .say("POST /api/v1/links HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ")
                .say(server.api.key(TestApi.WORKSPACE))
                .say("\r\nContent-Type: application/json\r\n" + rest);
    }

    private void assertThatNothingIsLogged() {
        server.awaitNoConnections();
        assertThat(log.without(DECODING, CLICKS)).isEmpty();
        assertThat(server.api.log().commands()).isEmpty();
    }

    @Test
    @Verifies("slow-requests")
    void aBodyThatStopsIsAnswered() throws Exception {
        try (RawConnection client = posting("Content-Length: 100\r\n\r\n{")) {
            assertThat(client.read().status()).isEqualTo(408);
            assertThat(client.ends()).isTrue();
        }
        assertThatNothingIsLogged();
    }

    @Test
    @Verifies("slow-requests")
    void aBodyThatNeverEndsIsAnswered() throws Exception {
        try (RawConnection client = posting("Content-Length: 1000\r\n\r\n{")) {
            assertThat(drip(client).status()).isEqualTo(408);
        }
        assertThatNothingIsLogged();
    }

    private static RawConnection.Response drip(RawConnection client) throws IOException {
        while (client.isSilentFor(100)) {
            client.say(" ");
        }
        return client.read();
    }

    @Test
    void aClosedConnectionGetsNoResponse() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (RawConnection client =
                    posting("Expect: 100-continue\r\nContent-Length: 100\r\n\r\n")) {
                assertThat(client.read().status()).isEqualTo(100);
            }
        }
        assertThatNothingIsLogged();
    }

    @Test
    void aResetConnectionGetsNoResponse() throws Exception {
        for (int i = 0; i < 5; i++) {
            RawConnection client = posting("Expect: 100-continue\r\nContent-Length: 100\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(100);
            client.say("{").reset();
        }
        assertThatNothingIsLogged();
    }

    @Test
    void aBodyThatCannotBeDecodedIsAnsweredOnceAndChangesNothing() throws Exception {
        String chunk = Integer.toHexString(LINK.length()) + "\r\n" + LINK + "\r\n";
        try (RawConnection client =
                posting("Transfer-Encoding: chunked\r\n\r\n" + chunk + "zz\r\n")) {
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.ends()).isTrue();
        }
        assertThatNothingIsLogged();
    }

    @Test
    void anythingElseThatComesTooLateIsOneLine() {
        Operators.onErrorDropped(new IllegalStateException("a bug"), Context.empty());
        List<String> lines = log.without(DECODING, CLICKS);

        assertThat(lines).singleElement().asString().contains("after the end of its request");
    }
}
