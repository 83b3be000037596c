package io.postrider.domain.templates;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Deleted;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.templates.TemplateCommand.CreateTemplate;
import io.postrider.domain.templates.TemplateCommand.DeleteTemplate;
import io.postrider.domain.templates.TemplateCommand.ImportTemplate;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import io.postrider.domain.templates.TemplateEvent.TemplateCreated;
import io.postrider.domain.templates.TemplateEvent.TemplateDeleted;
import io.postrider.domain.templates.TemplateEvent.TemplateStatusChanged;
import java.time.Instant;
import java.util.Objects;

/** Decides on templates. The id follows from the name, so a template that was deleted may be created again. */
public final class TemplateDecider
        implements Decider<TemplateCommand, Lifecycle<Template>, TemplateEvent> {

    @Override
    public Lifecycle<Template> initialState() {
        return new None<>();
    }

    @Override
    public Decision<TemplateEvent> decide(
            Lifecycle<Template> state, TemplateCommand command, Instant at) {
        if (!(state instanceof Present<Template>(Template template))) {
            return switch (command) {
                case CreateTemplate(Template wanted) ->
                        Decision.accept(new TemplateCreated(wanted));
                // The provider lists a template for a while after it was deleted.
                case ImportTemplate(Template listed) ->
                        state instanceof Deleted<Template>(Template gone)
                                        && Objects.equals(gone.providerId(), listed.providerId())
                                ? Decision.unchanged()
                                : Decision.accept(new TemplateStatusChanged(listed));
                default -> Decision.reject(Rejection.notFound("template"));
            };
        }
        if (!template.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("template"));
        }
        return switch (command) {
            case CreateTemplate _ -> Decision.reject(Rejection.exists("template", template.id()));
            case RecordTemplateStatus report -> record(template, report, at);
            case ImportTemplate(Template listed) -> {
                Template now = template.as(listed, at);
                yield now.equals(template.as(template, at))
                        ? Decision.unchanged()
                        : Decision.accept(new TemplateStatusChanged(now));
            }
            case DeleteTemplate _ ->
                    Decision.accept(
                            new TemplateDeleted(
                                    template.in(template.status(), template.reason(), null, at)));
        };
    }

    @Override
    public Lifecycle<Template> evolve(Lifecycle<Template> state, TemplateEvent event) {
        return Lifecycle.after(event);
    }

    /** The provider may respond with {@code pending} after it has reported the approval. */
    private static Decision<TemplateEvent> record(
            Template template, RecordTemplateStatus report, Instant at) {
        boolean late =
                report.status() == TemplateStatus.PENDING
                        && template.status() != TemplateStatus.SUBMITTED;
        boolean same =
                report.status() == template.status()
                        && Objects.equals(report.reason(), template.reason());
        return late || same
                ? Decision.unchanged()
                : Decision.accept(
                        new TemplateStatusChanged(
                                template.in(
                                        report.status(),
                                        report.reason(),
                                        report.providerId(),
                                        at)));
    }
}
