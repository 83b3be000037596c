package io.postrider.domain.automation;

import io.postrider.domain.automation.HttpConnectionCommand.CreateHttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand.DeleteHttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand.UpdateHttpConnection;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionCreated;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionDeleted;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionUpdated;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.SendsSecrets;
import java.time.Instant;
import java.util.List;

/** Decides on connections of rules. */
public final class HttpConnectionDecider
        implements Decider<HttpConnectionCommand, Lifecycle<HttpConnection>, HttpConnectionEvent> {

    @Override
    public Lifecycle<HttpConnection> initialState() {
        return new None<>();
    }

    @Override
    public Decision<HttpConnectionEvent> decide(
            Lifecycle<HttpConnection> state, HttpConnectionCommand command, Instant at) {
        if (state instanceof None
                && command instanceof CreateHttpConnection(HttpConnection connection)) {
            return checked(connection, new HttpConnectionCreated(connection));
        }
        if (!(state instanceof Present<HttpConnection>(HttpConnection connection))
                || !connection.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("connection"));
        }
        return switch (command) {
            case CreateHttpConnection _ ->
                    Decision.reject(Rejection.exists("connection", connection.id()));
            case UpdateHttpConnection(_, List<String> changed, HttpConnection values) -> {
                HttpConnection other = connection.patched(changed, values, at);
                yield other.equals(connection.patched(List.of(), values, at))
                        ? Decision.unchanged()
                        : SendsSecrets.objection(connection, other, "/secret")
                                .<Decision<HttpConnectionEvent>>map(
                                        error -> Decision.reject(Rejection.invalid(error)))
                                .orElseGet(() -> checked(other, new HttpConnectionUpdated(other)));
            }
            case DeleteHttpConnection _ ->
                    Decision.accept(
                            new HttpConnectionDeleted(
                                    connection.patched(List.of(), connection, at)));
        };
    }

    @Override
    public Lifecycle<HttpConnection> evolve(
            Lifecycle<HttpConnection> state, HttpConnectionEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<HttpConnectionEvent> checked(
            HttpConnection connection, HttpConnectionEvent event) {
        List<FieldError> errors = Metadata.errors(connection.metadata());
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
