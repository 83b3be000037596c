package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No client gets a content coding that it has rejected. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodingTest {

    @AutoClose private final ApiServer server = new ApiServer();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip                   | gzip",
                "gzip;q=0.5, identity   | gzip",
                "gzip;q=0.001           | gzip",
                "gzip;q=0               |",
                "br;q=1, gzip;q=0       |",
                "gzip;q=0.000 , br      |",
                "identity               |",
                "''                     |"
            })
    void aCodingThatIsRefusedIsNotSent(String accepted, String sent) throws IOException {
        try (RawConnection client = server.connect()) {
            client.say(
                    "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "Accept-Encoding: "
                            + accepted
                            + "\r\n\r\n");

            RawConnection.Response response = client.read();

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("content-encoding")).isEqualTo(sent);
            assertThat(response.header("vary")).isEqualTo("Accept-Encoding");
        }
    }
}
