package io.postrider.messaging.gateway;

import static io.postrider.domain.messages.MessageStatus.ACCEPTED;
import static io.postrider.domain.messages.MessageStatus.OUTCOME_UNKNOWN;
import static io.postrider.domain.messages.MessageStatus.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.domain.messages.MessageCommand.MarkMessageRead;
import io.postrider.domain.messages.MessageError;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Calls of the Cloud API at an address of a caller's, and what each kind of answer leads to. */
class CloudApiTest {

    private static final String ANYONE = "+12025550100";
    private static final StubResponse TAKEN =
            StubResponse.status(200, Map.of(), "{\"messages\":[{\"id\":\"wamid.1\"}]}");

    private final RecordingReceiver provider = RecordingReceiver.start(TAKEN);

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

    private Instance instance() {
        return gateway.instances.cloud(provider.url(""));
    }

    private Attempt ended(String id) {
        return gateway.attempts(id).getLast();
    }

    @Test
    void aCallShowsTheTokenOfTheInstanceAndNamesTheMessage() {
        String id = gateway.send(instance(), ANYONE);

        ReceivedRequest request = provider.requests().getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/v23.0/100000/messages");
        assertThat(request.header("Authorization")).contains("Bearer access_token0");
        assertThat(request.header("Content-Type")).contains("application/json");
        assertThat(request.header("User-Agent")).contains("Postrider/1.2.3");
        assertThat(Json.mapper().readTree(request.text()))
                .isEqualTo(
                        Calls.json(
                                "{'messaging_product':'whatsapp','recipient_type':'individual','to':'%s','biz_opaque_callback_data':'%s','type':'text','text':{'body':'Hi'}}"
                                        .formatted(ANYONE, id)));
        assertThat(gateway.message(id).providerId()).isEqualTo("wamid.1");
    }

    @Test
    void theVersionOfTheGraphApiIsASetting() {
        Map<String, String> config = Map.of("base_url", provider.url(""), "graph_version", "v24.0");
        gateway.send(
                gateway.instances.connected(gateway.instances.created(Instance.CLOUD_API, config)),
                ANYONE);

        assertThat(provider.requests().getFirst().target()).startsWith("/v24.0/");
    }

    @Test
    void aRedirectIsNotFollowed() {
        provider.answerWith(
                StubResponse.status(302, Map.of("Location", provider.url("/other")), "<html>"));

        String id = gateway.send(instance(), ANYONE);

        assertThat(gateway.message(id).error()).map(MessageError::code).contains("http_302");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void theLastAttemptFailsTheMessageWithItsReason() {
        provider.answerWith(StubResponse.status(429));

        String id = gateway.send(instance(), ANYONE);
        gateway.later(Duration.ofHours(12));

        assertThat(gateway.message(id).error())
                .contains(
                        new MessageError(
                                "http_429",
                                "The provider responded with status 429.",
                                true,
                                "instance"));
        assertThat(provider.requests()).hasSize(9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{'messages':[{'id':''}]}", "<html>", "''"})
    void anAnswerWithoutAnIdLeavesTheOutcomeUnknown(String body) {
        provider.answerWith(StubResponse.status(200, Map.of(), body.replace('\'', '"')));

        String id = gateway.send(instance(), ANYONE);
        gateway.later(Duration.ofHours(1));

        assertThat(gateway.message(id).status()).isEqualTo(OUTCOME_UNKNOWN);
        assertThat(ended(id).error()).isEqualTo("malformed_answer");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void anAnswerWithoutAnEndLeavesTheOutcomeUnknown() {
        provider.answerWith(StubResponse.flood("HTTP/1.1 200 OK\r\n\r\n", "x"));

        String id = gateway.send(instance(), ANYONE);

        assertThat(gateway.message(id).status()).isEqualTo(OUTCOME_UNKNOWN);
        assertThat(ended(id).error()).isEqualTo("no_answer");
    }

    @Test
    void aConnectionThatBreaksAfterTheRequestIsNotTriedAgain() {
        provider.answerWith(StubResponse.rawThenReset(""));

        String id = gateway.send(instance(), ANYONE);
        gateway.later(Duration.ofHours(1));

        assertThat(gateway.message(id).status()).isEqualTo(OUTCOME_UNKNOWN);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void aProviderThatIsNotReachedIsCalledAgain() {
        Instance instance = instance();
        provider.close();

        String id = gateway.send(instance, ANYONE);

        assertThat(ended(id).outcome()).isEqualTo(Attempt.RETRY);
        assertThat(ended(id).error()).isEqualTo("unreachable");
    }

    @Test
    void aNameThatDoesNotResolveIsCalledAgain() {
        String id = gateway.send(gateway.instances.cloud("https://graph.nowhere.example"), ANYONE);

        assertThat(ended(id).error()).isEqualTo("unreachable");
    }

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.1,address_not_allowed",
        "http://169.254.169.254,address_not_allowed"
    })
    void anAddressThatIsNotAllowedIsNotCalled(String url, String code) {
        String id = gateway.send(gateway.instances.cloud(url), ANYONE);

        assertThat(gateway.message(id).error())
                .contains(new MessageError(code, "The provider was not called.", true, "instance"));
    }

    @Test
    void anInstanceWithoutATokenCallsNothing() {
        Instance instance =
                gateway.instances.create(
                        Records.with(
                                gateway.instances.blank(Instance.SANDBOX, Map.of()),
                                "secrets",
                                Map.of()));
        String id = gateway.send(gateway.instances.connected(instance), ANYONE);

        assertThat(gateway.message(id).error())
                .map(MessageError::code)
                .contains("credentials_missing");
    }

    @Test
    void theProviderMayAskForALongerWait() {
        provider.answerWith(StubResponse.status(503, Map.of("Retry-After", "120"), ""));
        String id = gateway.send(instance(), ANYONE);
        provider.answerWith(TAKEN);

        assertThat(ended(id).nextAttemptAt()).isEqualTo(gateway.now().plusSeconds(120));
        gateway.later(Duration.ofSeconds(110));
        assertThat(provider.requests()).hasSize(1);
        gateway.later(Duration.ofSeconds(11));
        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
    }

    @Test
    void aPersonGetsFortyFiveInASecondThenOneInSixSecondsAndHoldsUpNoOther() {
        Instance instance = instance();
        for (int i = 0; i < 47; i++) {
            gateway.send(instance, ANYONE);
        }
        gateway.send(instance, "+12025550101");

        // 80 calls in a second leave time for 46.
        gateway.later(Duration.ofSeconds(1));
        // The calls run side by side, so that the provider gets them in any order.
        assertThat(recipients()).hasSize(46).containsOnlyOnce("+12025550101");
        gateway.later(Duration.ofMillis(5_100));
        assertThat(recipients()).hasSize(47);
        gateway.later(Duration.ofSeconds(6));
        assertThat(recipients()).hasSize(48);
    }

    @Test
    void aTokenThatIsRefusedPausesTheInstanceAndKeepsTheQueue() {
        provider.answerWith(StubResponse.status(401, Map.of(), "{\"error\":{\"code\":190}}"));
        Instance instance = instance();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(gateway.send(instance, "+1202555010" + i));
        }

        Instance paused = gateway.instances.known(instance);
        assertThat(paused.state()).isEqualTo(InstanceState.PAUSED);
        assertThat(paused.stateReason()).isEqualTo("190");
        gateway.later(Duration.ofHours(1));
        assertThat(provider.requests()).hasSize(1);
        assertThat(ids)
                .allSatisfy(id -> assertThat(gateway.message(id).status()).isEqualTo(ACCEPTED));

        provider.answerWith(TAKEN);
        gateway.instances.connected(instance);
        gateway.later(Duration.ofSeconds(1));

        assertThat(ids)
                .allSatisfy(id -> assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED));
    }

    @Test
    void aRefusalOfAFormerConnectionDoesNotPauseTheInstanceAgain() {
        provider.answerWith(StubResponse.status(401));
        Instance instance = instance();
        String id = gateway.send(instance, ANYONE);
        provider.answerWith(TAKEN);
        gateway.instances.connected(instance);

        gateway.restart();
        gateway.later(Duration.ofSeconds(6));

        assertThat(gateway.instances.known(instance).state()).isEqualTo(InstanceState.CONNECTED);
        assertThat(gateway.message(id).status()).isEqualTo(SUBMITTED);
    }

    private List<String> recipients() {
        return provider.requests().stream()
                .map(request -> Json.mapper().readTree(request.text()).path("to").asString())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"true,1", "false,0"})
    void readMarksAreSentToTheProvider(boolean typing, int indicators) {
        Instance instance = instance();
        gateway.call(
                instance,
                Calls.with("messages", "messages", Calls.text("wamid.9", "12025550130", "Hi")));
        String id = gateway.received().getFirst().id();

        gateway.change(id, new MarkMessageRead(TestGateway.WORKSPACE, typing));
        gateway.settle();

        JsonNode told = Json.mapper().readTree(provider.requests().getFirst().text());
        assertThat(told.path("status").asString()).isEqualTo("read");
        assertThat(told.path("message_id").asString()).isEqualTo("wamid.9");
        assertThat(told.path("typing_indicator").size()).isEqualTo(indicators);
        assertThat(ended(id + "/read/2").outcome()).isEqualTo(Attempt.DELIVERED);
        assertThat(gateway.message(id).status().label()).isEqualTo("read");
    }
}
