package io.postrider.domain.instances;

import static io.postrider.domain.instances.InstanceState.CONNECTED;
import static io.postrider.domain.instances.InstanceState.CONNECTING;
import static io.postrider.domain.instances.InstanceState.CREATED;
import static io.postrider.domain.instances.InstanceState.FAILED;
import static io.postrider.domain.instances.InstanceState.LOGGED_OUT;
import static io.postrider.domain.instances.InstanceState.PAUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.InstanceCommand.ConnectInstance;
import io.postrider.domain.instances.InstanceCommand.CreateInstance;
import io.postrider.domain.instances.InstanceCommand.LogOutInstance;
import io.postrider.domain.instances.InstanceCommand.PauseInstance;
import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceCommand.RestartInstance;
import io.postrider.domain.instances.InstanceCommand.ResumeInstance;
import io.postrider.domain.instances.InstanceCommand.UpdateInstance;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Present;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InstanceDeciderTest {

    private static final String WORKSPACE = "ws_1";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final InstanceCommand CONNECT = new ConnectInstance(WORKSPACE);
    private static final InstanceCommand PAUSE = new PauseInstance(WORKSPACE);
    private static final InstanceCommand RESUME = new ResumeInstance(WORKSPACE);
    private static final InstanceCommand RESTART = new RestartInstance(WORKSPACE);
    private static final InstanceCommand LOG_OUT = new LogOutInstance(WORKSPACE);

    private final InstanceDecider decider = new InstanceDecider();

    static Stream<Arguments> transitions() {
        return Stream.of(
                Arguments.of(CREATED, CONNECT, CONNECTING),
                Arguments.of(FAILED, CONNECT, CONNECTING),
                Arguments.of(LOGGED_OUT, CONNECT, CONNECTING),
                Arguments.of(CONNECTED, CONNECT, CONNECTED),
                Arguments.of(CONNECTED, PAUSE, PAUSED),
                Arguments.of(CREATED, PAUSE, CREATED),
                Arguments.of(PAUSED, RESUME, CONNECTING),
                Arguments.of(CONNECTED, RESUME, CONNECTED),
                Arguments.of(CONNECTED, RESTART, CONNECTING),
                Arguments.of(CONNECTED, LOG_OUT, LOGGED_OUT),
                Arguments.of(LOGGED_OUT, LOG_OUT, LOGGED_OUT));
    }

    @ParameterizedTest
    @MethodSource("transitions")
    void anActionLeadsToItsState(
            InstanceState before, InstanceCommand action, InstanceState expected) {
        Instance changed = after(in(before, 3), action);

        assertThat(changed.state()).isEqualTo(expected);
        boolean connects = expected != before && expected != PAUSED;
        assertThat(changed.epoch()).isEqualTo(connects ? 4 : 3);
    }

    @Test
    void aReportOfAFormerConnectionChangesNothing() {
        Instance connecting = in(CONNECTING, 3);

        assertThat(after(connecting, report(3, CONNECTED)).state()).isEqualTo(CONNECTED);
        assertThat(after(connecting, report(2, CONNECTED))).isEqualTo(connecting);
        assertThat(after(in(PAUSED, 3), report(3, CONNECTED)).state()).isEqualTo(PAUSED);
    }

    @Test
    void aLogoutErasesTheSecrets() {
        assertThat(after(in(CONNECTED, 1), LOG_OUT).secrets()).isEmpty();
    }

    @Test
    void anAppSecretThatIsReplacedStaysInForceBesideTheNewOne() {
        UpdateInstance update =
                new UpdateInstance(
                        WORKSPACE,
                        new InstancePatch(
                                List.of("config/app_secret"),
                                null,
                                Map.of(),
                                Map.of("app_secret", "new"),
                                Map.of()));

        assertThat(after(in(CONNECTED, 1), update).secrets())
                .containsEntry("app_secret", "new")
                .containsEntry("former_app_secret", "old");
    }

    @Test
    void aTokenIsNotSentToAnotherServer() {
        UpdateInstance update =
                new UpdateInstance(
                        WORKSPACE,
                        new InstancePatch(
                                List.of("config/base_url"),
                                null,
                                Map.of("base_url", "https://elsewhere.example"),
                                Map.of(),
                                Map.of()));

        assertThat(errors(decider.decide(new Present<>(in(CONNECTED, 1)), update, NOW)))
                .contains("secret_required");
    }

    @Test
    void anInstanceOfTheCloudApiNeedsItsSettings() {
        Instance bare = Instance.blank("inst_1", WORKSPACE, Instance.CLOUD_API, "token", NOW);

        assertThat(errors(decider.decide(decider.initialState(), new CreateInstance(bare), NOW)))
                .contains("/config/phone_number_id", "/config/access_token", "/config/app_secret");
    }

    private static String errors(Decision<InstanceEvent> decision) {
        return ((Rejected<InstanceEvent>) decision).rejection().errors().toString();
    }

    private Instance after(Instance instance, InstanceCommand command) {
        Lifecycle<Instance> state = new Present<>(instance);
        var accepted = (Accepted<InstanceEvent>) decider.decide(state, command, NOW);
        for (InstanceEvent event : accepted.events()) {
            state = decider.evolve(state, event);
        }
        return ((Present<Instance>) state).value();
    }

    private static ReportInstance report(long epoch, InstanceState state) {
        return new ReportInstance(WORKSPACE, epoch, state, null);
    }

    private static Instance in(InstanceState state, long epoch) {
        return new Instance(
                "inst_1",
                WORKSPACE,
                "Support",
                Instance.WHATSAPP,
                Instance.SANDBOX,
                Map.of("phone_number_id", "1"),
                Map.of("app_secret", "old", "access_token", "token"),
                "token",
                state,
                null,
                epoch,
                NOW,
                Map.of(),
                NOW,
                NOW);
    }
}
