package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An incomplete request does not hold a connection. */
class RequestHeadTimeoutTest {

    private static final String BEGUN = "GET /livez HTTP/1.1\r\nHost: a\r\nX-Drip: ";

    @AutoClose
    private final ApiServer server = new ApiServer(Map.of("POSTRIDER_HEAD_TIMEOUT_SECONDS", "1"));

    @Test
    @Verifies("slow-requests")
    void aHeadThatDripsIsAnsweredAndTheConnectionEnds() throws IOException {
        try (RawConnection client = server.connect()) {
            client.say(BEGUN);

            assertEnded(client, drip(client));
        }
    }

    @Test
    @Verifies("slow-requests")
    void aHeadThatStopsIsTooAndSoIsALineThatDoes() throws IOException {
        try (RawConnection head = server.connect();
                RawConnection line = server.connect()) {
            head.say(BEGUN);
            line.say("G");

            assertEnded(head, head.read());
            assertEnded(line, line.read());
        }
    }

    @Test
    void eachRequestHeadHasADeadlineAndIdleConnectionsHaveNone() throws IOException {
        try (RawConnection idle = server.connect();
                RawConnection client = server.connect()) {
            assertThat(idle.get("/livez").read().status()).isEqualTo(200);
            assertThat(client.get("/livez").read().status()).isEqualTo(200);
            client.say(BEGUN);
            client.say("x");

            assertEnded(client, drip(client));
            assertThat(idle.get("/livez").read().status()).isEqualTo(200);
        }
    }

    /** At a server that has the usual deadline, so that nothing hangs on how busy the machine is. */
    @Test
    void aHeadInPiecesThatComesInTimeIsAnswered() throws IOException {
        try (ApiServer patient = new ApiServer();
                RawConnection client = patient.connect()) {
            for (String piece : BEGUN.split("(?<=[ \n])", -1)) {
                client.say(piece);
            }
            client.say("x\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(200);
            assertThat(client.get("/livez").read().status()).isEqualTo(200);
        }
    }

    private static void assertEnded(RawConnection client, RawConnection.Response told)
            throws IOException {
        assertThat(told.status()).isEqualTo(408);
        assertThat(Json.mapper().readTree(told.body()).path("code").asString(""))
                .isEqualTo("request_timeout");
        assertThat(told.header("connection")).isEqualTo("close");
        assertThat(told.header("x-request-id")).startsWith("req_");
        assertThat(client.ends()).isTrue();
    }

    private static RawConnection.Response drip(RawConnection client) throws IOException {
        while (client.isSilentFor(50)) {
            client.say("x");
        }
        return client.read();
    }
}
