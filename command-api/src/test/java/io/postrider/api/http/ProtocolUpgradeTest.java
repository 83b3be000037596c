package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server speaks HTTP/1.1 alone: a proxy in front and the server agree on where a request ends. */
class ProtocolUpgradeTest {

    @AutoClose private final ApiServer server = new ApiServer();

    @ParameterizedTest
    @Verifies("http-methods")
    @ValueSource(strings = {"h2c", "websocket", "TLS/1.0"})
    void anUpgradeIsIgnored(String protocol) throws IOException {
        try (RawConnection client = server.connect()) {
            RawConnection.Response first =
                    client.say(
                                    "GET /livez HTTP/1.1\r\n"
                                            + "Host: a\r\n"
                                            + "Connection: Upgrade, HTTP2-Settings\r\n"
                                            + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n"
                                            + "Upgrade: "
                                            + protocol
                                            + "\r\n\r\n")
                            .read();

            assertThat(first.status()).isEqualTo(200);
            assertThat(first.header("upgrade")).isNull();
            assertThat(client.get("/livez").read().status()).isEqualTo(200);
        }
    }

    @Test
    @Verifies("http-methods")
    void aPrefaceOfHttp2IsNoRequest() throws IOException {
        try (RawConnection client = server.connect()) {
            RawConnection.Response answer = client.say("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").read();

            assertThat(answer.status()).isBetween(400, 505);
            assertThat(answer.status()).isNotEqualTo(500);
        }
    }
}
