package io.postrider.automation.rules;

import io.postrider.expressions.CelExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action of a definition.
 *
 * @param key unique in the definition
 * @param input null for none
 * @param when null where it is always done
 * @param items one effect for each; null for one effect
 * @param goesOn whether the run goes on after a failure
 * @param retry null for the schedule of every effect
 * @param within the case of a branch that it belongs to; null for none
 * @param cases of a branch, in order; the last one has no condition where there is an {@code else}
 */
public record Action(
        String key,
        ActionType type,
        @Nullable Value input,
        @Nullable CelExpression when,
        @Nullable Value items,
        boolean goesOn,
        @Nullable Retry retry,
        @Nullable Within within,
        List<Case> cases) {

    public Action {
        cases = List.copyOf(cases);
    }

    /** Whether a step is of the action, for all or for one of its items. */
    boolean isOf(String step) {
        return step.equals(key) || step.startsWith(key + "[");
    }

    /** A case of a branch, by the key of the branch and the number of the case. */
    public record Within(String branch, int number) {}

    /**
     * A case of a branch.
     *
     * @param when null for the case of all others
     */
    public record Case(@Nullable CelExpression when) {}
}
