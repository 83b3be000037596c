package io.postrider.domain.automation;

import io.postrider.domain.kernel.Edit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands to rules. */
public sealed interface RuleCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates a rule. */
    record CreateRule(Rule rule) implements RuleCommand {
        @Override
        public String workspace() {
            return rule.workspace();
        }
    }

    /** Changes some fields of a rule. */
    record UpdateRule(String workspace, RulePatch patch) implements RuleCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(patch.name(), patch.externalId(), patch.draft(), patch.metadata());
        }
    }

    /**
     * Puts the draft into force, or a former version again, as a new version.
     *
     * @param version the number of the former version; null for the draft
     * @param scopes the scopes with which the rule acts
     * @param by the id of the key or user that publishes
     */
    record PublishRule(String workspace, @Nullable Integer version, List<String> scopes, String by)
            implements RuleCommand {
        public PublishRule {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * Pauses a rule until it is resumed.
     *
     * @param reason the reason; null for a pause by a caller
     * @param version the published version that is paused, so that a newer one stays active; null for any
     */
    record PauseRule(String workspace, @Nullable String reason, @Nullable Integer version)
            implements RuleCommand {}

    /**
     * Resumes a paused rule.
     *
     * @param pause the reason of the pause that ends, so that another pause remains; null for any
     */
    record ResumeRule(String workspace, @Nullable RulePause pause) implements RuleCommand {}

    /** Deletes a rule. */
    record DeleteRule(String workspace) implements RuleCommand {}
}
