package io.postrider.domain.automation;

import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.automation.RuleEvent.RuleCreated;
import io.postrider.domain.automation.RuleEvent.RuleDeleted;
import io.postrider.domain.automation.RuleEvent.RulePaused;
import io.postrider.domain.automation.RuleEvent.RulePublished;
import io.postrider.domain.automation.RuleEvent.RuleUpdated;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides on rules. Definitions are validated before the command is sent. */
public final class RuleDecider implements Decider<RuleCommand, Lifecycle<Rule>, RuleEvent> {

    @Override
    public Lifecycle<Rule> initialState() {
        return new None<>();
    }

    @Override
    public Decision<RuleEvent> decide(Lifecycle<Rule> state, RuleCommand command, Instant at) {
        if (command instanceof CreateRule(Rule made)
                && Lifecycle.isFree(state, made, made.externalId() != null)) {
            return checked(made, new RuleCreated(made));
        }
        if (!(state instanceof Present<Rule>(Rule rule))
                || !rule.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("rule"));
        }
        return switch (command) {
            case CreateRule _ -> Decision.reject(Rejection.exists("rule", rule.id()));
            case UpdateRule(_, RulePatch patch) -> {
                Rule changed = patch.applyTo(rule, at);
                yield changed.equals(rule.touchedAt(at))
                        ? Decision.unchanged()
                        : checked(changed, new RuleUpdated(changed));
            }
            case PublishRule publish -> publish(rule, publish, at);
            case PauseRule pause -> pause(rule, pause, at);
            case ResumeRule(_, RulePause pause) -> resume(rule, pause, at);
            case DeleteRule _ -> Decision.accept(new RuleDeleted(rule.touchedAt(at)));
        };
    }

    /** Any other pause replaces a rest, which ends automatically. */
    private static Decision<RuleEvent> pause(Rule rule, PauseRule pause, Instant at) {
        Integer meant = pause.version();
        if (meant != null
                && !rule.published().map(RuleVersion::number).equals(Optional.of(meant))) {
            return Decision.unchanged();
        }
        return rule.state() == RuleState.ACTIVE
                        || (rule.isResting() && !Rule.RESTS.equals(pause.reason()))
                ? Decision.accept(new RulePaused(rule.paused(pause.reason(), at)))
                : inState(rule, RuleState.PAUSED);
    }

    private static Decision<RuleEvent> resume(Rule rule, @Nullable RulePause meant, Instant at) {
        if (meant != null && !rule.pause().equals(Optional.of(meant))) {
            return Decision.unchanged();
        }
        return rule.state() == RuleState.PAUSED
                ? Decision.accept(new RuleUpdated(rule.resumed(at)))
                : inState(rule, RuleState.ACTIVE);
    }

    private static Decision<RuleEvent> inState(Rule rule, RuleState wanted) {
        return rule.state() == wanted
                ? Decision.unchanged()
                : Decision.reject(
                        Rejection.conflict(
                                "rule_not_published", "No version of the rule is published."));
    }

    private static Decision<RuleEvent> publish(Rule rule, PublishRule publish, Instant at) {
        Optional<String> definition =
                publish.version() == null
                        ? Optional.of(rule.draft())
                        : rule.version(publish.version()).map(RuleVersion::definition);
        return definition
                .<Decision<RuleEvent>>map(text ->
                        Decision.accept(
                                new RulePublished(
                                        rule.publishing(text, publish.scopes(), publish.by(), at))))
                .orElseGet(() ->
                        Decision.reject(
                                Rejection.invalid(
                                        new FieldError(
                                                "/version",
                                                "unknown_version",
                                                "The version is no longer stored."))));
    }

    private static Decision<RuleEvent> checked(Rule rule, RuleEvent event) {
        List<FieldError> errors = Metadata.errors(rule.metadata());
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }

    @Override
    public Lifecycle<Rule> evolve(Lifecycle<Rule> state, RuleEvent event) {
        return Lifecycle.after(event);
    }
}
