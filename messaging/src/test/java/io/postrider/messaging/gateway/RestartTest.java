package io.postrider.messaging.gateway;

import static io.postrider.domain.messages.MessageStatus.ACCEPTED;
import static io.postrider.domain.messages.MessageStatus.OUTCOME_UNKNOWN;
import static io.postrider.domain.messages.MessageStatus.READ;
import static io.postrider.domain.messages.MessageStatus.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Another process goes on over the state and the log of one that was killed. */
class RestartTest {

    private static final Duration ROUND = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ANYONE = "+12025550100";

    private final RecordingReceiver provider =
            RecordingReceiver.start(
                    StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.1\"}]}"));

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
    }

    @AfterEach
    void close() {
        gateway.close();
        provider.close();
    }

    /** Sends a message whose call the provider leaves without an answer; later ones are answered. */
    private Message begin() throws InterruptedException {
        Instance instance = gateway.instances.cloud(provider.url(""));
        AtomicBoolean first = new AtomicBoolean(true);
        StubResponse taken =
                StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.2\"}]}");
        provider.answerBy(_ -> first.getAndSet(false) ? StubResponse.silence() : taken);
        Message message = gateway.drafts.text(instance, ANYONE);
        gateway.send(message);
        provider.awaitRequests(1, PATIENCE);
        return message;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMessageWhoseCallWasUnderWayIsNotSentAgain(boolean startedWasRead) throws Exception {
        Message message = begin();
        if (startedWasRead) {
            assertThat(gateway.goOn()).isTrue();
        }

        gateway.restart();
        gateway.later(Duration.ofMinutes(10));

        assertThat(gateway.message(message.id()).status()).isEqualTo(OUTCOME_UNKNOWN);
        assertThat(provider.requests()).hasSize(1);
        assertThat(gateway.attempts(message.id()))
                .extracting(Attempt::outcome)
                .containsExactly(Attempt.STARTED, Attempt.UNKNOWN);
        assertThat(gateway.attempts(message.id()).getLast().error()).isEqualTo("no_outcome");
    }

    @Test
    void aStatusSettlesTheOutcomeOfACallInFlight() throws Exception {
        Message message = begin();
        gateway.restart();
        gateway.later(ROUND);

        ObjectNode status =
                Json.object()
                        .put("id", "wamid.1")
                        .put("status", "read")
                        .put("timestamp", "1793611800")
                        .put("biz_opaque_callback_data", message.id());
        gateway.call(message.instanceId(), Calls.statuses(status));

        assertThat(gateway.message(message.id()).status()).isEqualTo(READ);
        assertThat(gateway.message(message.id()).providerId()).isEqualTo("wamid.1");
    }

    @Test
    void otherMessagesAreSentAfterOneWhoseOutcomeIsUnknown() throws Exception {
        Message message = begin();
        gateway.restart();
        gateway.later(ROUND);

        Instance instance = gateway.instances.known(message.instanceId());
        String next = gateway.send(instance, "+12025550101");
        gateway.later(ROUND);

        assertThat(gateway.message(next).status()).isEqualTo(SUBMITTED);
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void aMessageThatWasSentIsNotSentAgain() {
        Instance instance = gateway.instances.cloud(provider.url(""));
        String id = gateway.send(instance, ANYONE);

        gateway.restart();
        gateway.readAgain(id);
        gateway.later(Duration.ofMinutes(1));

        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
        assertThat(provider.requests()).hasSize(1);
        assertThat(gateway.attempts(id)).hasSize(2);
    }

    @Test
    void anOutcomeThatWasNotReadBeforeIsReadNow() throws Exception {
        Message message = gateway.drafts.text(gateway.instances.cloud(provider.url("")), ANYONE);
        gateway.send(message);
        provider.awaitRequests(1, PATIENCE);
        gateway.awaitCalls();

        gateway.restart();
        gateway.later(ROUND);

        assertThat(gateway.message(message.id()).status()).isEqualTo(SUBMITTED);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void nothingIsSentBeforeAllAttemptsAreRead() {
        Instance instance = gateway.instances.cloud(provider.url(""));
        gateway.send(gateway.drafts.text(instance, ANYONE));
        gateway.awaitCalls();
        gateway.restart();

        Message next = gateway.drafts.text(instance, "+12025550101");
        gateway.send(next);
        assertThat(gateway.process().begun()).isZero();
        gateway.later(ROUND);
        gateway.later(ROUND);

        assertThat(gateway.message(next.id()).status()).isEqualTo(SUBMITTED);
        assertThat(provider.requests()).hasSize(2);
    }

    @Test
    void anAttemptThatIsDueLaterIsMadeAtItsTime() {
        provider.answerWith(StubResponse.status(503));
        Instance instance = gateway.instances.cloud(provider.url(""));
        String id = gateway.send(instance, ANYONE);
        provider.answerWith(
                StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.1\"}]}"));

        gateway.restart();
        gateway.later(Duration.ofMillis(700));
        assertThat(gateway.message(id).status()).isEqualTo(ACCEPTED);
        gateway.later(Duration.ofMillis(600));

        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
        assertThat(gateway.attempts(id)).extracting(Attempt::number).isEqualTo(List.of(1, 1, 2, 2));
    }

    @Test
    void aMessageForLaterIsKept() {
        Instance instance = gateway.instances.cloud(provider.url(""));
        Message message =
                Calls.scheduled(
                        gateway.drafts.text(instance, ANYONE), gateway.now().plusSeconds(60));
        gateway.send(message);

        gateway.restart();
        gateway.later(Duration.ofSeconds(59));
        assertThat(provider.requests()).isEmpty();
        gateway.later(Duration.ofSeconds(2));

        assertThat(gateway.message(message.id()).status()).isEqualTo(SUBMITTED);
    }
}
