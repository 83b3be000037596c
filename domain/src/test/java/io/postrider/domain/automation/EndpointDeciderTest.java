package io.postrider.domain.automation;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.EndpointCommand.CreateEndpoint;
import io.postrider.domain.automation.EndpointCommand.DeleteEndpoint;
import io.postrider.domain.automation.EndpointCommand.RotateToken;
import io.postrider.domain.automation.EndpointCommand.UpdateEndpoint;
import io.postrider.domain.automation.EndpointEvent.EndpointUpdated;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndpointDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final Instant LATER = AT.plusSeconds(60);

    private final EndpointDecider decider = new EndpointDecider();

    @Test
    void aSignedEndpointNeedsASecret() {
        assertThat(create(endpoint(EndpointAuth.GITHUB, null))).isInstanceOf(Rejected.class);
        assertThat(create(endpoint(EndpointAuth.GITHUB, "sealed"))).isInstanceOf(Accepted.class);
        assertThat(create(endpoint(EndpointAuth.URL_TOKEN, null))).isInstanceOf(Accepted.class);
    }

    @Test
    void aReplacedSecretStaysInForceOnce() {
        Endpoint first = endpoint(EndpointAuth.STRIPE, "one");
        EndpointPatch patch =
                new EndpointPatch(
                        List.of("secret"),
                        null,
                        null,
                        null,
                        false,
                        "two",
                        null,
                        null,
                        EndpointIntake.OPEN,
                        Map.of());

        Endpoint changed = updated(first, new UpdateEndpoint("ws_1", patch));

        assertThat(changed.secret()).isEqualTo("two");
        assertThat(changed.formerSecret()).isEqualTo("one");
        assertThat(changed.enabled()).isTrue();
    }

    @Test
    void aRotatedTokenReplacesTheAddressAndOthersChangeNothing() {
        Endpoint first = endpoint(EndpointAuth.URL_TOKEN, null);

        assertThat(updated(first, new RotateToken("ws_1", "other")).token()).isEqualTo("other");
        assertThat(decide(first, new RotateToken("ws_2", "other"))).isInstanceOf(Rejected.class);
        EndpointPatch same =
                new EndpointPatch(
                        List.of("name"),
                        "Shop",
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        EndpointIntake.OPEN,
                        Map.of());
        assertThat(decide(first, new UpdateEndpoint("ws_1", same))).isEqualTo(Decision.unchanged());
        assertThat(decide(first, new DeleteEndpoint("ws_1"))).isInstanceOf(Accepted.class);
    }

    private Endpoint updated(Endpoint endpoint, EndpointCommand command) {
        assertThat(decide(endpoint, command)).isInstanceOf(Accepted.class);
        return ((EndpointUpdated)
                        ((Accepted<EndpointEvent>) decide(endpoint, command)).events().getFirst())
                .endpoint();
    }

    private Decision<EndpointEvent> create(Endpoint endpoint) {
        return decider.decide(decider.initialState(), new CreateEndpoint(endpoint), AT);
    }

    private Decision<EndpointEvent> decide(Endpoint endpoint, EndpointCommand command) {
        return decider.decide(new Lifecycle.Present<>(endpoint), command, LATER);
    }

    private static Endpoint endpoint(EndpointAuth auth, @Nullable String secret) {
        return new Endpoint(
                "ep_1",
                "ws_1",
                "Shop",
                "order.paid",
                auth,
                true,
                "token",
                secret,
                null,
                null,
                null,
                EndpointIntake.OPEN,
                Map.of(),
                AT,
                AT);
    }
}
