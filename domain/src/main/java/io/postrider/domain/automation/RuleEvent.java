package io.postrider.domain.automation;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of rules; each carries the rule after the change. */
public sealed interface RuleEvent extends ResourceEvent<Rule> {

    /** The rule after the change. */
    Rule rule();

    @Override
    default Rule resource() {
        return rule();
    }

    /** A rule was created. */
    record RuleCreated(Rule rule) implements RuleEvent {}

    /** Some fields of a rule were changed, or it was resumed. */
    record RuleUpdated(Rule rule) implements RuleEvent {}

    /** A version of a rule was put into force. */
    record RulePublished(Rule rule) implements RuleEvent {}

    /** A rule was paused. */
    record RulePaused(Rule rule) implements RuleEvent {}

    /** A rule was deleted. */
    record RuleDeleted(Rule rule) implements RuleEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
