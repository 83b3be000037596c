package io.postrider.domain.automation;

import io.postrider.domain.automation.EndpointCommand.CreateEndpoint;
import io.postrider.domain.automation.EndpointCommand.DeleteEndpoint;
import io.postrider.domain.automation.EndpointCommand.RotateToken;
import io.postrider.domain.automation.EndpointCommand.UpdateEndpoint;
import io.postrider.domain.automation.EndpointEvent.EndpointCreated;
import io.postrider.domain.automation.EndpointEvent.EndpointDeleted;
import io.postrider.domain.automation.EndpointEvent.EndpointUpdated;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import java.util.List;

/** Decides on endpoints. */
public final class EndpointDecider
        implements Decider<EndpointCommand, Lifecycle<Endpoint>, EndpointEvent> {

    @Override
    public Lifecycle<Endpoint> initialState() {
        return new None<>();
    }

    @Override
    public Decision<EndpointEvent> decide(
            Lifecycle<Endpoint> state, EndpointCommand command, Instant at) {
        if (state instanceof None && command instanceof CreateEndpoint(Endpoint endpoint)) {
            return checked(endpoint.errors(), new EndpointCreated(endpoint));
        }
        if (!(state instanceof Present<Endpoint>(Endpoint endpoint))
                || !endpoint.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("endpoint"));
        }
        return switch (command) {
            case CreateEndpoint _ -> Decision.reject(Rejection.exists("endpoint", endpoint.id()));
            case UpdateEndpoint(_, EndpointPatch patch) -> {
                Endpoint changed = patch.applyTo(endpoint, at);
                yield changed.equals(endpoint.touchedAt(at))
                        ? Decision.unchanged()
                        : checked(changed.errors(), new EndpointUpdated(changed));
            }
            case RotateToken(_, String token) ->
                    Decision.accept(new EndpointUpdated(endpoint.withToken(token, at)));
            case DeleteEndpoint _ -> Decision.accept(new EndpointDeleted(endpoint.touchedAt(at)));
        };
    }

    @Override
    public Lifecycle<Endpoint> evolve(Lifecycle<Endpoint> state, EndpointEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<EndpointEvent> checked(List<FieldError> errors, EndpointEvent event) {
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
