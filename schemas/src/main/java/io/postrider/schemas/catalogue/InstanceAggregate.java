package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand;
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
import io.postrider.domain.instances.InstanceDecider;
import io.postrider.domain.instances.InstanceEvent;
import io.postrider.domain.instances.InstanceEvent.InstanceCreated;
import io.postrider.domain.instances.InstanceEvent.InstanceDeleted;
import io.postrider.domain.instances.InstanceEvent.InstanceNotice;
import io.postrider.domain.instances.InstanceEvent.InstanceStateChanged;
import io.postrider.domain.instances.InstanceEvent.InstanceUpdated;
import io.postrider.domain.instances.InstancePatch;
import io.postrider.domain.instances.InstanceState;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.InstanceJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Messaging instances. */
final class InstanceAggregate {

    private static final List<CommandType<InstanceCommand>> COMMANDS =
            List.of(
                    command(
                            "instance.create",
                            CreateInstance.class,
                            ADDS,
                            s -> new CreateInstance(instance(s))),
                    command(
                            "instance.update",
                            UpdateInstance.class,
                            EDITS,
                            s -> new UpdateInstance(s.workspace(), renamed())),
                    command(
                            "instance.connect",
                            ConnectInstance.class,
                            CHANGES,
                            s -> new ConnectInstance(s.workspace())),
                    command(
                            "instance.report",
                            ReportInstance.class,
                            CLOCK,
                            s ->
                                    new ReportInstance(
                                            s.workspace(), 1, InstanceState.CONNECTED, null)),
                    command(
                            "instance.record_notice",
                            RecordNotice.class,
                            CLOCK,
                            s ->
                                    new RecordNotice(
                                            s.workspace(),
                                            "account_update",
                                            "{\"event\":\"VERIFIED_ACCOUNT\"}")),
                    command(
                            "instance.pause",
                            PauseInstance.class,
                            CHANGES,
                            s -> new PauseInstance(s.workspace())),
                    command(
                            "instance.resume",
                            ResumeInstance.class,
                            CHANGES,
                            s -> new ResumeInstance(s.workspace())),
                    command(
                            "instance.restart",
                            RestartInstance.class,
                            CHANGES,
                            s -> new RestartInstance(s.workspace())),
                    command(
                            "instance.log_out",
                            LogOutInstance.class,
                            REVOKES_ACCESS,
                            s -> new LogOutInstance(s.workspace())),
                    command(
                            "instance.delete",
                            DeleteInstance.class,
                            REVOKES_ACCESS,
                            s -> new DeleteInstance(s.workspace())));
    private static final List<EventType<InstanceEvent>> EVENTS =
            List.of(
                    event("instance.created", InstanceCreated.class, "An instance was created."),
                    event("instance.updated", InstanceUpdated.class, "An instance was updated."),
                    event(
                            "instance.state_changed",
                            InstanceStateChanged.class,
                            "The state of an instance changed, for example to connected or paused."),
                    new EventType<>(
                            "instance.notice",
                            InstanceNotice.class,
                            "The provider sent a notice about an instance.",
                            InstanceJson::addNotice),
                    event("instance.deleted", InstanceDeleted.class, "An instance was deleted."));

    static final AggregateType<InstanceCommand, Lifecycle<Instance>, InstanceEvent, Instance>
            ENTRY =
                    new AggregateType<>(
                            "instance",
                            Context.INSTANCES,
                            new InstanceDecider(),
                            InstanceCommand.class,
                            InstanceEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.INST),
                                    true,
                                    Instance.class,
                                    InstanceJson::of,
                                    Replica.MEMORY,
                                    List.of(
                                            new Index<>(
                                                    "state",
                                                    Match.EXACT,
                                                    i -> List.of(i.state().label())))),
                            List.of(
                                    Scope.of("instances:read", "whatsapp", "automation"),
                                    Scope.of("instances:write", "whatsapp")));

    private InstanceAggregate() {}

    private static Instance instance(Sample s) {
        return new Instance(
                s.id(IdKind.INST),
                s.workspace(),
                "Support",
                Instance.WHATSAPP,
                Instance.SANDBOX,
                Map.of(Instance.PHONE_NUMBER_ID, "106540352242922"),
                Map.of(),
                "6TqyBq0G2nWc1kXbVt5uZp3sJ8hR4mLd",
                InstanceState.CREATED,
                null,
                0,
                Sample.AT,
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }

    private static InstancePatch renamed() {
        return new InstancePatch(List.of("name"), "Sales", Map.of(), Map.of(), Map.of());
    }
}
