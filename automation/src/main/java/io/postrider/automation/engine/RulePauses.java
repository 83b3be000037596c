package io.postrider.automation.engine;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.domain.runs.Run;
import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.platform.evaluations.Pending;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands to rules that the engine pauses. */
final class RulePauses {

    private final SystemCommands commands;

    RulePauses(SystemCommands commands) {
        this.commands = commands;
    }

    /** Pauses the rule of a run, whose runs cause one another. */
    Outcome loop(Run run) {
        PauseRule pause = new PauseRule(run.workspace(), Rule.LOOPS, run.ruleVersion());
        return command(run.workspace(), run.ruleId(), pause, Cause.of(run));
    }

    /** Pauses a rule that took too much of the processors. */
    List<Outcome> rest(Pending pending) {
        PauseRule pause = new PauseRule(pending.workspace(), Rule.RESTS, null);
        return List.of(command(pending.workspace(), pending.lane(), pause, null));
    }

    /** Pauses a rule whose publisher's key was revoked. */
    Outcome unpublished(Rule rule) {
        Integer version = rule.published().map(RuleVersion::number).orElse(null);
        PauseRule pause = new PauseRule(rule.workspace(), Rule.KEY_REVOKED, version);
        return command(rule.workspace(), rule.id(), pause, null);
    }

    /** Puts a rule that has rested into force again. */
    Outcome resume(Rule rule) {
        ResumeRule resume = new ResumeRule(rule.workspace(), rule.pause().orElse(null));
        return command(rule.workspace(), rule.id(), resume, null);
    }

    private Outcome command(
            String workspace, String rule, RuleCommand command, @Nullable Cause cause) {
        return new Outcome(
                commands.record(workspace, rule, (Record) command, cause),
                EngineTopology.RULE_COMMANDS);
    }
}
