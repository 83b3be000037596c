package io.postrider.platform.reads;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteReadsTest {

    private static final NodeTrust TRUST =
            NodeTrust.from(
                    purpose -> Arrays.copyOf(purpose.getBytes(StandardCharsets.US_ASCII), 32),
                    InstantSource.system());
    private static final QueryResult FOUND =
            new QueryResult.Found(Json.object().put("id", "lnk_1"), 1L);
    private static final Query QUESTION =
            new Query("link", "ws_1", Map.of("id", "lnk_1"), null, Duration.ZERO);

    private final RecordingReceiver first = RecordingReceiver.startTls(TRUST.tls(), answer(FOUND));
    private final RecordingReceiver second = RecordingReceiver.startTls(TRUST.tls(), answer(FOUND));
    private final ReadClient client = new ReadClient(TRUST, RemoteReads.TIMEOUT);
    private final RemoteReads reads =
            new RemoteReads(List.of(address(first), address(second)), client);

    @AfterEach
    void close() {
        client.close();
        first.close();
        second.close();
    }

    @Test
    void aNodeIsAskedWithTheTokenOfTheInstallation() throws Exception {
        assertThat(asked()).isEqualTo(FOUND);

        ReceivedRequest request = first.requests().getFirst();
        assertThat(request.target()).isEqualTo("/internal/reads");
        assertThat(request.header("Authorization"))
                .hasValueSatisfying(header ->
                        assertThat(TRUST.token().matches(NodePurpose.READS, header)).isTrue());
        assertThat(ReadWire.question(request.body())).isEqualTo(QUESTION);
        assertThat(second.requests()).isEmpty();
    }

    @Test
    void aNodeThatFailsIsPassedOverAndStaysPassedOver() throws Exception {
        first.answerWith(StubResponse.status(500));

        assertThat(asked()).isEqualTo(FOUND);
        assertThat(asked()).isEqualTo(FOUND);

        assertThat(first.requests()).hasSize(1);
        assertThat(second.requests()).hasSize(2);
    }

    @Test
    void aNodeThatIsNotThereIsPassedOver() throws Exception {
        first.close();

        assertThat(asked()).isEqualTo(FOUND);
    }

    @Test
    void aNodeThatCannotAnswerIsPassedOver() throws Exception {
        first.answerWith(answer(new QueryResult.Unavailable()));

        assertThat(asked()).isEqualTo(FOUND);
    }

    @Test
    void aNodeThatSpeaksNonsenseIsPassedOver() throws Exception {
        first.answerWith(StubResponse.status(200, Map.of(), "{\"answer\":\"later\"}"));

        assertThat(asked()).isEqualTo(FOUND);
    }

    @Test
    void anAnswerThatIsNoResourceIsAnAnswer() throws Exception {
        first.answerWith(answer(new QueryResult.Missing()));

        assertThat(asked()).isEqualTo(new QueryResult.Missing());
        assertThat(second.requests()).isEmpty();
    }

    @Test
    void withoutAnyNodeThereIsNoAnswer() throws Exception {
        first.answerWith(StubResponse.status(503));
        second.answerWith(StubResponse.status(503));

        assertThat(asked()).isEqualTo(new QueryResult.Unavailable());
        assertThat(first.requests()).hasSize(1);
        assertThat(second.requests()).hasSize(1);
    }

    private QueryResult asked() throws Exception {
        return reads.ask(QUESTION).toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static StubResponse answer(QueryResult answer) {
        return StubResponse.status(200, Map.of(), new String(ReadWire.bytes(answer), UTF_8));
    }

    private static NodeAddress address(RecordingReceiver receiver) {
        return new NodeAddress("127.0.0.1", receiver.port());
    }
}
