package io.postrider.domain.instances;

import io.postrider.domain.instances.InstanceCommand.ConnectInstance;
import io.postrider.domain.instances.InstanceCommand.CreateInstance;
import io.postrider.domain.instances.InstanceCommand.DeleteInstance;
import io.postrider.domain.instances.InstanceCommand.LogOutInstance;
import io.postrider.domain.instances.InstanceCommand.PauseInstance;
import io.postrider.domain.instances.InstanceCommand.RecordNotice;
import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceCommand.RestartInstance;
import io.postrider.domain.instances.InstanceCommand.ResumeInstance;
import io.postrider.domain.instances.InstanceCommand.UpdateInstance;
import io.postrider.domain.instances.InstanceEvent.InstanceCreated;
import io.postrider.domain.instances.InstanceEvent.InstanceDeleted;
import io.postrider.domain.instances.InstanceEvent.InstanceNotice;
import io.postrider.domain.instances.InstanceEvent.InstanceStateChanged;
import io.postrider.domain.instances.InstanceEvent.InstanceUpdated;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.SendsSecrets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Decides on instances. Every action is accepted in every state, and changes nothing if the state is reached already. */
public final class InstanceDecider
        implements Decider<InstanceCommand, Lifecycle<Instance>, InstanceEvent> {

    @Override
    public Lifecycle<Instance> initialState() {
        return new None<>();
    }

    @Override
    public Decision<InstanceEvent> decide(
            Lifecycle<Instance> state, InstanceCommand command, Instant at) {
        if (command instanceof CreateInstance(Instance instance)) {
            return state instanceof None
                    ? checked(instance.errors(), new InstanceCreated(instance))
                    : Decision.reject(Rejection.exists("instance", instance.id()));
        }
        if (!(state instanceof Present<Instance>(Instance instance))
                || !instance.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("instance"));
        }
        return switch (command) {
            case CreateInstance _ -> Decision.reject(Rejection.exists("instance", instance.id()));
            case UpdateInstance(_, InstancePatch patch) -> update(instance, patch, at);
            case DeleteInstance _ -> Decision.accept(new InstanceDeleted(instance.touchedAt(at)));
            case ReportInstance report -> report(instance, report, at);
            case RecordNotice(_, String field, String value) ->
                    Decision.accept(new InstanceNotice(instance, field, value));
            case ConnectInstance _,
                    PauseInstance _,
                    ResumeInstance _,
                    RestartInstance _,
                    LogOutInstance _ ->
                    act(instance, command, at);
        };
    }

    @Override
    public Lifecycle<Instance> evolve(Lifecycle<Instance> state, InstanceEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<InstanceEvent> act(
            Instance instance, InstanceCommand command, Instant at) {
        InstanceState state = instance.state();
        boolean acts =
                switch (command) {
                    case ConnectInstance _ -> !state.isWatched();
                    case ResumeInstance _ -> state == InstanceState.PAUSED;
                    case PauseInstance _ -> state.isWatched();
                    case LogOutInstance _ -> state != InstanceState.LOGGED_OUT;
                    default -> true;
                };
        if (!acts) {
            return Decision.unchanged();
        }
        Instance changed =
                switch (command) {
                    case PauseInstance _ ->
                            instance.in(InstanceState.PAUSED, "by_caller", instance.epoch(), at);
                    case LogOutInstance _ ->
                            instance.in(
                                    InstanceState.LOGGED_OUT,
                                    "by_caller",
                                    instance.epoch() + 1,
                                    at);
                    default ->
                            instance.in(InstanceState.CONNECTING, null, instance.epoch() + 1, at);
                };
        return Decision.accept(new InstanceStateChanged(changed));
    }

    /** A report of a former connection, or of one that was ended, is out of date. */
    private static Decision<InstanceEvent> report(
            Instance instance, ReportInstance report, Instant at) {
        boolean outOfDate = report.epoch() != instance.epoch() || !instance.state().isWatched();
        boolean same =
                report.state() == instance.state()
                        && Objects.equals(report.reason(), instance.stateReason());
        return outOfDate || same
                ? Decision.unchanged()
                : Decision.accept(
                        new InstanceStateChanged(
                                instance.in(
                                        report.state(), report.reason(), instance.epoch(), at)));
    }

    private static Decision<InstanceEvent> update(
            Instance instance, InstancePatch patch, Instant at) {
        Instance changed = patch.applyTo(instance, at);
        if (changed.equals(instance.touchedAt(at))) {
            return Decision.unchanged();
        }
        return SendsSecrets.objection(instance, changed, "/config/base_url")
                .<Decision<InstanceEvent>>map(error -> Decision.reject(Rejection.invalid(error)))
                .orElseGet(() -> checked(changed.errors(), new InstanceUpdated(changed)));
    }

    private static Decision<InstanceEvent> checked(List<FieldError> errors, InstanceEvent event) {
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
