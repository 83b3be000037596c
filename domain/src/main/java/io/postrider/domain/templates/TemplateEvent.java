package io.postrider.domain.templates;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of templates; each carries the template after the change. */
public sealed interface TemplateEvent extends ResourceEvent<Template> {

    /** The template after the change. */
    Template template();

    @Override
    default Template resource() {
        return template();
    }

    /** A template was created. */
    record TemplateCreated(Template template) implements TemplateEvent {}

    /** The status of a template changed. */
    record TemplateStatusChanged(Template template) implements TemplateEvent {}

    /** A template was deleted. */
    record TemplateDeleted(Template template) implements TemplateEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
