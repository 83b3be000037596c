package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.ConnectInstance;
import io.postrider.domain.instances.InstanceCommand.LogOutInstance;
import io.postrider.domain.instances.InstanceCommand.RestartInstance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instances that connect, and what their provider says of their numbers. */
class InstanceProbeTest {

    private final RecordingReceiver provider =
            RecordingReceiver.start(StubResponse.status(200, Map.of(), "{\"id\":\"1\"}"));

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        gateway.process().startProbe();
    }

    @AfterEach
    void close() {
        gateway.close();
        provider.close();
    }

    private Instance connecting(Instance instance) {
        gateway.instances.change(instance, new ConnectInstance(TestGateway.WORKSPACE));
        return instance;
    }

    private Instance cloud() {
        return connecting(
                gateway.instances.created(
                        Instance.CLOUD_API, Map.of("base_url", provider.url(""))));
    }

    /** What the provider was asked about numbers; an instance that is connected may ask for its templates too. */
    private List<ReceivedRequest> probes() {
        return provider.requests().stream()
                .filter(request -> request.target().contains("display_phone_number"))
                .toList();
    }

    private Instance now(Instance instance) {
        return gateway.instances.known(instance);
    }

    private void awaitState(Instance instance, InstanceState state) {
        gateway.later(Duration.ofMillis(500));
        gateway.until(() -> now(instance).state() == state);
    }

    @Test
    void anInstanceOfTheSandboxConnects() {
        Instance instance = connecting(gateway.instances.created(Instance.SANDBOX, Map.of()));

        awaitState(instance, InstanceState.CONNECTED);

        assertThat(now(instance).stateReason()).isNull();
    }

    @Test
    void theProviderIsAskedForTheNumberOnce() {
        Instance instance = cloud();
        awaitState(instance, InstanceState.CONNECTED);

        gateway.later(Duration.ofMinutes(1));

        assertThat(provider.requests()).hasSize(2);
        assertThat(provider.requests().getFirst().target())
                .isEqualTo("/v23.0/100000?fields=display_phone_number,quality_rating");
        assertThat(provider.requests().getLast().target())
                .startsWith("/v23.0/200000/message_templates?fields=");
        assertThat(provider.requests().getFirst().header("Authorization"))
                .contains("Bearer access_token0");
    }

    @Test
    void aTokenThatDoesNotOpenFailsTheInstance() {
        Instance instance = gateway.instances.created(Instance.SANDBOX, Map.of());
        Instance other = gateway.instances.blank(Instance.SANDBOX, Map.of());
        // A secret of another instance does not open under this one.
        connecting(gateway.instances.create(Records.with(other, "secrets", instance.secrets())));

        awaitState(other, InstanceState.FAILED);

        assertThat(now(other).stateReason()).isEqualTo("credentials_missing");
    }

    @ParameterizedTest
    @CsvSource({"401,190", "403,10", "400,100", "400,133010"})
    void aRefusalFailsTheInstanceWithTheCodeOfTheProvider(int status, String code) {
        provider.answerWith(
                StubResponse.status(status, Map.of(), "{\"error\":{\"code\":%s}}".formatted(code)));
        Instance instance = cloud();

        awaitState(instance, InstanceState.FAILED);

        assertThat(now(instance).stateReason()).isEqualTo(code);
    }

    @Test
    void aProviderThatIsBusyIsAskedAgainAfterFiveSeconds() {
        provider.answerWith(StubResponse.status(503));
        Instance instance = cloud();
        awaitState(instance, InstanceState.RECONNECTING);
        assertThat(now(instance).stateReason()).isEqualTo("provider_busy");
        provider.answerWith(StubResponse.status(200, Map.of(), "{}"));

        gateway.later(Duration.ofSeconds(4));
        assertThat(probes()).hasSize(1);
        gateway.later(Duration.ofSeconds(2));
        gateway.until(() -> now(instance).state() == InstanceState.CONNECTED);

        assertThat(probes()).hasSize(2);
    }

    @Test
    void aProviderThatIsNotReachedIsAskedAgain() {
        provider.answerWith(StubResponse.rawThenReset(""));
        Instance instance = cloud();

        awaitState(instance, InstanceState.RECONNECTING);

        assertThat(now(instance).stateReason()).isEqualTo("unreachable");
    }

    @Test
    void anAddressThatIsNotAllowedFailsTheInstance() {
        Instance instance =
                connecting(
                        gateway.instances.created(
                                Instance.CLOUD_API, Map.of("base_url", "http://10.0.0.1")));

        awaitState(instance, InstanceState.FAILED);

        assertThat(now(instance).stateReason()).isEqualTo("address_not_allowed");
    }

    @Test
    void eachConnectionIsAskedForAnew() {
        Instance instance = cloud();
        awaitState(instance, InstanceState.CONNECTED);

        gateway.instances.change(instance, new RestartInstance(TestGateway.WORKSPACE));
        awaitState(instance, InstanceState.CONNECTED);

        assertThat(probes()).hasSize(2);
        assertThat(now(instance).epoch()).isEqualTo(2);
    }

    @Test
    void anAnswerAboutAConnectionThatWasEndedChangesNothing() throws Exception {
        provider.answerWith(StubResponse.silence());
        Instance instance = cloud();
        gateway.later(Duration.ofMillis(500));
        provider.awaitRequests(1, Duration.ofSeconds(60));

        gateway.instances.change(instance, new LogOutInstance(TestGateway.WORKSPACE));
        provider.close();
        gateway.until(() -> gateway.reports() == 1);

        assertThat(now(instance).state()).isEqualTo(InstanceState.LOGGED_OUT);
    }
}
