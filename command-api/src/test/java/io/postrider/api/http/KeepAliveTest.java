package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.identity.users.TestPeople;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A connection that is kept alive goes on being read. */
class KeepAliveTest {

    private static final String SIGN_IN =
            "{\"email\":\"unknown@example.com\",\"password\":\"wrong wrong\"}";

    @AutoClose private final ApiServer server = new ApiServer(TestPeople.SECURE);

    @Test
    void aRequestDuringAResponseDelaysNoOther() throws IOException {
        try (RawConnection client = server.connect()) {
            // Answered by a thread of passwords, and the next one at once, on the event loop.
            client.say(
                    "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n"
                            + "Content-Type: application/json\r\nContent-Length: "
                            + SIGN_IN.length()
                            + "\r\n\r\n"
                            + SIGN_IN
                            + "GET /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().body()).contains("sign_in_refused");
            assertThat(client.read().body()).contains("unauthorized");

            client.get("/api/v1/me");

            assertThat(client.read().status()).isEqualTo(401);
        }
    }
}
