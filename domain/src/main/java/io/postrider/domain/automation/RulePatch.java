package io.postrider.domain.automation;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of a rule: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields, as in the public interface, and entries of the metadata, see {@link Metadata}
 * @param draft the whole draft; null if it is unchanged
 */
public record RulePatch(
        List<String> changed,
        @Nullable String name,
        @Nullable String externalId,
        @Nullable String draft,
        Map<String, String> metadata) {

    public RulePatch {
        changed = List.copyOf(changed);
        metadata = Map.copyOf(metadata);
    }

    /** The same change with another draft. */
    public RulePatch withDraft(String other) {
        return new RulePatch(changed, name, externalId, other, metadata);
    }

    /** The rule as it would be. */
    public Rule applyTo(Rule rule, Instant at) {
        return new Rule(
                rule.id(),
                rule.workspace(),
                name != null && changed.contains("name") ? name : rule.name(),
                changed.contains("external_id") ? externalId : rule.externalId(),
                draft == null ? rule.draft() : draft,
                rule.versions(),
                rule.state(),
                rule.stateReason(),
                rule.pauses(),
                Metadata.patched(rule.metadata(), changed, metadata),
                rule.createdAt(),
                at);
    }
}
