package io.postrider.domain.templates;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A template of an instance, in one language.
 *
 * @param category the category: marketing, utility or authentication
 * @param components the components as a JSON list in the format of the Cloud API
 * @param reason the reason why the provider rejected, paused or did not accept it; null for none
 * @param providerId the provider's id of the template; null until the provider has accepted it
 */
public record Template(
        String id,
        String workspace,
        String instanceId,
        String name,
        String language,
        String category,
        String components,
        TemplateStatus status,
        @Nullable String reason,
        @Nullable String providerId,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /**
     * The id of a template, which is named by its instance, its name and its language.
     *
     * @throws IllegalArgumentException if the instance has no id of an instance
     */
    public static String idOf(String instance, String name, String language) {
        UUID namespace =
                Id.parse(IdKind.INST, instance)
                        .orElseThrow(() -> new IllegalArgumentException(instance));
        return Id.of(IdKind.TPL, Uuids.v5(namespace, name + "/" + language));
    }

    /** The template with the values that the provider lists. */
    Template as(Template listed, Instant at) {
        return new Template(
                id,
                workspace,
                instanceId,
                name,
                language,
                listed.category,
                listed.components,
                listed.status,
                listed.reason,
                listed.providerId,
                createdAt,
                at);
    }

    Template in(TemplateStatus next, @Nullable String why, @Nullable String provider, Instant at) {
        return new Template(
                id,
                workspace,
                instanceId,
                name,
                language,
                category,
                components,
                next,
                why,
                provider == null ? providerId : provider,
                createdAt,
                at);
    }
}
