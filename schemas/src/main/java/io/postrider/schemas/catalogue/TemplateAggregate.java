package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand;
import io.postrider.domain.templates.TemplateCommand.CreateTemplate;
import io.postrider.domain.templates.TemplateCommand.DeleteTemplate;
import io.postrider.domain.templates.TemplateCommand.ImportTemplate;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import io.postrider.domain.templates.TemplateDecider;
import io.postrider.domain.templates.TemplateEvent;
import io.postrider.domain.templates.TemplateEvent.TemplateCreated;
import io.postrider.domain.templates.TemplateEvent.TemplateDeleted;
import io.postrider.domain.templates.TemplateEvent.TemplateStatusChanged;
import io.postrider.domain.templates.TemplateStatus;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.TemplateJson;
import java.util.List;
import java.util.Optional;

/** Templates. They share the topics of messages. */
final class TemplateAggregate {

    private static final List<CommandType<TemplateCommand>> COMMANDS =
            List.of(
                    command(
                            "template.create",
                            CreateTemplate.class,
                            ADDS,
                            s -> new CreateTemplate(template(s))),
                    command(
                            "template.record_status",
                            RecordTemplateStatus.class,
                            CLOCK,
                            s ->
                                    new RecordTemplateStatus(
                                            s.workspace(),
                                            TemplateStatus.APPROVED,
                                            null,
                                            "1667192013751005")),
                    command(
                            "template.import",
                            ImportTemplate.class,
                            CLOCK,
                            s -> new ImportTemplate(template(s))),
                    command(
                            "template.delete",
                            DeleteTemplate.class,
                            REMOVES,
                            s -> new DeleteTemplate(s.workspace())));
    private static final List<EventType<TemplateEvent>> EVENTS =
            List.of(
                    event("template.created", TemplateCreated.class, "A template was created."),
                    event(
                            "template.status_changed",
                            TemplateStatusChanged.class,
                            "The status of a template changed, for example to approved or rejected."),
                    event("template.deleted", TemplateDeleted.class, "A template was deleted."));

    static final AggregateType<TemplateCommand, Lifecycle<Template>, TemplateEvent, Template>
            ENTRY =
                    new AggregateType<>(
                            "template",
                            Context.MESSAGES,
                            new TemplateDecider(),
                            TemplateCommand.class,
                            TemplateEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.TPL),
                                    true,
                                    Template.class,
                                    TemplateJson::of,
                                    Replica.NONE,
                                    List.of(
                                            new Index<>(
                                                    "instance_id",
                                                    Match.EXACT,
                                                    t -> List.of(t.instanceId())),
                                            new Index<>(
                                                    "name", Match.EXACT, t -> List.of(t.name())),
                                            new Index<>(
                                                    "status",
                                                    Match.EXACT,
                                                    t -> List.of(t.status().label())))),
                            List.of());

    private TemplateAggregate() {}

    private static Template template(Sample s) {
        return new Template(
                s.id(IdKind.TPL),
                s.workspace(),
                s.id(IdKind.INST),
                "order_ready",
                "en_US",
                "utility",
                "[{\"type\":\"BODY\",\"text\":\"Your order {{1}} is ready.\"}]",
                TemplateStatus.SUBMITTED,
                null,
                null,
                Sample.AT,
                Sample.AT);
    }
}
