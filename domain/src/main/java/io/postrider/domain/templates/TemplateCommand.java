package io.postrider.domain.templates;

import org.jspecify.annotations.Nullable;

/** Commands to templates. */
public sealed interface TemplateCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates a template and submits it to the provider. */
    record CreateTemplate(Template template) implements TemplateCommand {
        @Override
        public String workspace() {
            return template.workspace();
        }
    }

    /**
     * Records the status that the provider reports.
     *
     * @param reason the reason of the status; null for none
     * @param providerId the provider's id of the template; null if it is not reported
     */
    record RecordTemplateStatus(
            String workspace,
            TemplateStatus status,
            @Nullable String reason,
            @Nullable String providerId)
            implements TemplateCommand {}

    /** Records a template as the provider lists it, which may have been created there. */
    record ImportTemplate(Template template) implements TemplateCommand {
        @Override
        public String workspace() {
            return template.workspace();
        }
    }

    /** Deletes a template here and at the provider. */
    record DeleteTemplate(String workspace) implements TemplateCommand {}
}
