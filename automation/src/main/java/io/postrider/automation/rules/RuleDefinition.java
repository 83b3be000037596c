package io.postrider.automation.rules;

import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.CelExpression;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The definition of a rule, compiled.
 *
 * @param schedule the times at which the rule runs by itself; null for none
 * @param endpoint the publishing endpoint that events have to come from; null for any
 * @param filter null where every event of the types is meant
 * @param flow the limits on the runs
 * @param actions in the order in which they are done; those of the cases of a branch follow on the branch
 */
public record RuleDefinition(
        List<String> eventTypes,
        @Nullable Schedule schedule,
        @Nullable String endpoint,
        @Nullable CelExpression filter,
        Flow flow,
        List<Action> actions) {

    /** The type of the events of schedules, which are in no log. */
    public static final String SCHEDULED = "schedule";

    /** The prefix of the event types of runs. */
    public static final String OF_RUNS = "automation.run.";

    /** The most effects of a run. */
    static final int EFFECTS_MAX = 1_000;

    public RuleDefinition {
        eventTypes = List.copyOf(eventTypes);
        actions = List.copyOf(actions);
    }

    /** The result of reading: a definition, or all its errors. */
    public sealed interface Reading {

        /** The definition. */
        record Read(RuleDefinition definition) implements Reading {}

        /** Everything that is wrong. */
        record Faulty(List<FieldError> errors) implements Reading {
            public Faulty {
                errors = List.copyOf(errors);
            }
        }
    }

    /** Reads and compiles the members {@code trigger}, {@code filter}, {@code flow} and {@code actions}. */
    public static Reading read(ObjectNode json) {
        return new DefinitionReader().read(json);
    }

    /** Whether events of a type are meant. */
    public boolean isFor(String type) {
        return eventTypes.stream().anyMatch(pattern -> matches(pattern, type))
                || (schedule != null && type.equals(SCHEDULED));
    }

    private static boolean matches(String pattern, String type) {
        return pattern.endsWith("*")
                ? type.startsWith(pattern.substring(0, pattern.length() - 1))
                        && !type.startsWith(OF_RUNS)
                : pattern.equals(type);
    }

    /** The action that a step is of. */
    public Optional<Action> action(String step) {
        return actions.stream().filter(action -> action.isOf(step)).findFirst();
    }

    /** The scopes that the actions need. */
    public List<String> scopes() {
        return actions.stream()
                .map(action -> action.type().scope())
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }
}
