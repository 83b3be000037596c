package io.postrider.platform.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeClientTest {

    private static final NodeTrust TRUST = trust("one");

    private final NodeClient client =
            new NodeClient(TRUST, NodePurpose.READS, 1, Duration.ofSeconds(30));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aNodeOfTheInstallationIsAskedWithATokenForThePurpose() throws Exception {
        try (RecordingReceiver node =
                RecordingReceiver.startTls(TRUST.tls(), StubResponse.status(200))) {
            assertThat(asked(node).statusCode()).isEqualTo(200);

            assertThat(node.requests().getFirst().header("Authorization"))
                    .hasValueSatisfying(header ->
                            assertThat(TRUST.token().matches(NodePurpose.READS, header)).isTrue());
        }
    }

    @Test
    void everyNodeHasTheSameKeyWhateverItsAddress() throws Exception {
        try (RecordingReceiver node =
                RecordingReceiver.startTls(trust("one").tls(), StubResponse.status(200))) {
            assertThat(asked(node).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @Verifies("internal-port")
    void foreignServersGetNoData() {
        try (RecordingReceiver stranger =
                RecordingReceiver.startTls(trust("another").tls(), StubResponse.status(200))) {
            assertThatThrownBy(() -> asked(stranger))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SSLException.class);
            assertThat(stranger.requests()).isEmpty();
        }
    }

    @Test
    @Verifies("internal-port")
    void serversWithoutTlsGetNoData() {
        try (RecordingReceiver plain = RecordingReceiver.start(StubResponse.status(200))) {
            assertThatThrownBy(() -> asked(plain)).isInstanceOf(ExecutionException.class);
            assertThat(plain.requests()).isEmpty();
        }
    }

    private HttpResponse<Void> asked(RecordingReceiver node) throws Exception {
        return client.send(
                        client.request("127.0.0.1:" + node.port(), "/").GET().build(),
                        BodyHandlers.discarding())
                .get(60, TimeUnit.SECONDS);
    }

    private static NodeTrust trust(String installation) {
        return NodeTrust.from(
                purpose ->
                        Arrays.copyOf(
                                (installation + purpose).getBytes(StandardCharsets.US_ASCII), 32),
                InstantSource.system());
    }
}
