package io.postrider.automation.rules;

import io.postrider.automation.rules.Action.Case;
import io.postrider.automation.rules.Action.Within;
import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.CelExpression;
import io.postrider.expressions.InvalidExpressionException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a definition and notes everything that is wrong with it, each with a pointer. */
final class DefinitionReader {

    private static final int ACTIONS_MAX = 50;
    private static final int TYPES_MAX = 50;
    private static final int BRANCHES_DEEP_MAX = 3;
    private static final Pattern TYPE = Pattern.compile("\\*|[a-z0-9_.-]{1,200}(\\.\\*)?");
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]{0,39}");
    private static final Set<String> OF_FILTER = Set.of("event");
    private static final Set<String> OF_ACTION = Set.of("event", "steps", "run");

    private final List<FieldError> errors = new ArrayList<>();
    private final ValueReader values = new ValueReader(errors);
    private final List<Action> actions = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    Reading read(ObjectNode json) {
        known(json, "", "trigger", "filter", "flow", "actions");
        ObjectNode trigger = object(json, "", "trigger").orElse(null);
        Schedule schedule = trigger == null ? null : schedule(trigger);
        List<String> types =
                trigger == null || (schedule != null && !trigger.has("event_types"))
                        ? List.of()
                        : types(trigger);
        String endpoint =
                trigger == null ? null : text(trigger, "/trigger", "endpoint").orElse(null);
        if (trigger == null) {
            fault("/trigger", "required", "trigger is required.");
        } else {
            known(trigger, "/trigger", "event_types", "endpoint", "every", "cron", "zone");
        }
        CelExpression filter =
                object(json, "", "filter")
                        .map(node -> {
                            known(node, "/filter", "cel");
                            return condition(node, "/filter", "cel", OF_FILTER);
                        })
                        .orElse(null);
        Flow flow = object(json, "", "flow").map(new FlowReader(this)::read).orElse(Flow.NONE);
        actions(json, "", null, 0);
        if (actions.size() > ACTIONS_MAX) {
            fault("/actions", "too_many", "Expected at most " + ACTIONS_MAX + " actions.");
        }
        return errors.isEmpty()
                ? new Reading.Read(
                        new RuleDefinition(types, schedule, endpoint, filter, flow, actions))
                : new Reading.Faulty(errors);
    }

    private @Nullable Schedule schedule(ObjectNode trigger) {
        Optional<Duration> every = duration(trigger, "/trigger", "every");
        Optional<String> cron = text(trigger, "/trigger", "cron");
        if (every.isEmpty() && cron.isEmpty()) {
            return null;
        }
        if (every.isPresent() && cron.isPresent()) {
            fault("/trigger/cron", "one_or_other", "Expected either every or cron.");
        }
        try {
            return Schedule.of(every, cron, text(trigger, "/trigger", "zone"));
        } catch (Schedule.InvalidScheduleException e) {
            fault("/trigger/" + e.member(), "invalid_value", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private List<String> types(ObjectNode trigger) {
        List<String> types = new ArrayList<>();
        JsonNode list = trigger.path("event_types");
        if (!list.isArray() || list.isEmpty() || list.size() > TYPES_MAX) {
            fault(
                    "/trigger/event_types",
                    "required",
                    "Expected a list of 1 to " + TYPES_MAX + " event types.");
            return types;
        }
        for (int i = 0; i < list.size(); i++) {
            String type = list.get(i).asString("");
            if (!TYPE.matcher(type).matches()) {
                fault(
                        "/trigger/event_types/" + i,
                        "invalid_value",
                        "Expected a type such as order.paid, or a group such as link.*.");
            }
            types.add(type);
        }
        return types;
    }

    private void actions(ObjectNode of, String at, @Nullable Within within, int deep) {
        JsonNode list = of.path("actions");
        if (!list.isArray() || list.isEmpty()) {
            fault(at + "/actions", "required", "Expected at least one action.");
            return;
        }
        if (list.size() > ACTIONS_MAX) {
            fault(at + "/actions", "too_many", "Expected at most " + ACTIONS_MAX + " actions.");
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            String pointer = at + "/actions/" + i;
            if (list.get(i) instanceof ObjectNode node) {
                action(node, pointer, within, deep);
            } else {
                fault(pointer, "invalid_type", "Expected an object.");
            }
        }
    }

    private void action(ObjectNode node, String at, @Nullable Within within, int deep) {
        known(
                node,
                at,
                "key",
                "type",
                "with",
                "when",
                "for_each",
                "on_error",
                "retry",
                "cases",
                "else");
        String key = text(node, at, "key").orElse("");
        if (!KEY.matcher(key).matches()) {
            fault(at + "/key", "invalid_value", "Expected a name of a-z, 0-9 and _, such as send.");
        } else if (!keys.add(key)) {
            fault(at + "/key", "duplicate", "Another action has the key " + key + ".");
        }
        Optional<ActionType> type = text(node, at, "type").flatMap(ActionType::labelled);
        if (type.isEmpty()) {
            fault(at + "/type", "invalid_value", "Expected one of " + ActionType.labels() + ".");
            return;
        }
        String onError = text(node, at, "on_error").orElse("fail");
        if (!onError.equals("fail") && !onError.equals("continue")) {
            fault(at + "/on_error", "invalid_value", "Expected fail or continue.");
        }
        Action action =
                new Action(
                        key,
                        type.get(),
                        value(node, at, "with").orElse(null),
                        node.has("when") ? condition(node, at, "when", OF_ACTION) : null,
                        value(node, at, "for_each").orElse(null),
                        onError.equals("continue"),
                        object(node, at, "retry")
                                .map(retry -> Retry.read(this, retry, at + "/retry"))
                                .orElse(null),
                        within,
                        cases(node, at));
        actions.add(action);
        ActionCheck.errors(action, at).forEach(errors::add);
        if (type.get() == ActionType.BRANCH) {
            branches(node, at, key, deep);
        }
    }

    private List<Case> cases(ObjectNode node, String at) {
        List<Case> cases = new ArrayList<>();
        JsonNode list = node.path("cases");
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ObjectNode each) {
                String pointer = at + "/cases/" + i;
                known(each, pointer, "when", "actions");
                cases.add(new Case(condition(each, pointer, "when", OF_ACTION)));
            } else {
                fault(at + "/cases/" + i, "invalid_type", "Expected an object.");
            }
        }
        if (node.has("else")) {
            cases.add(new Case(null));
        }
        return cases;
    }

    private void branches(ObjectNode node, String at, String key, int deep) {
        if (deep == BRANCHES_DEEP_MAX) {
            fault(at, "too_deep", "Expected at most " + BRANCHES_DEEP_MAX + " nested branches.");
            return;
        }
        JsonNode list = node.path("cases");
        if (!list.isArray() || list.isEmpty()) {
            fault(at + "/cases", "required", "Expected at least one case.");
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ObjectNode each) {
                actions(each, at + "/cases/" + i, new Within(key, i), deep + 1);
            }
        }
        object(node, at, "else")
                .ifPresent(other -> {
                    known(other, at + "/else", "actions");
                    actions(other, at + "/else", new Within(key, list.size()), deep + 1);
                });
    }

    private @Nullable CelExpression condition(
            ObjectNode of, String at, String name, Set<String> variables) {
        Optional<String> source = text(of, at, name);
        if (source.isEmpty()) {
            fault(at + "/" + name, "required", name + " is required.");
            return null;
        }
        try {
            return CelExpression.compile(source.get(), variables);
        } catch (InvalidExpressionException e) {
            fault(at + "/" + name, e);
            return null;
        }
    }

    Optional<Value> value(ObjectNode of, String at, String name) {
        JsonNode node = of.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        int faults = errors.size();
        Optional<Value> value = values.read(node, at + "/" + name);
        return errors.size() == faults ? value : Optional.empty();
    }

    Optional<Duration> duration(ObjectNode of, String at, String name) {
        try {
            return text(of, at, name).map(Duration::parse);
        } catch (DateTimeParseException e) {
            fault(at + "/" + name, "invalid_value", "Expected a duration such as PT1H.");
            return Optional.empty();
        }
    }

    Optional<Duration> duration(ObjectNode of, String at, String name, Duration min, Duration max) {
        Optional<Duration> given = duration(of, at, name);
        if (given.filter(it -> it.compareTo(min) < 0 || it.compareTo(max) > 0).isPresent()) {
            fault(
                    at + "/" + name,
                    "invalid_value",
                    "Expected a duration from " + min + " to " + max + ".");
        }
        return given;
    }

    Optional<Integer> number(ObjectNode of, String at, String name, int min, int max) {
        JsonNode node = of.path(name);
        // A body has its numbers as long ones.
        boolean fits = node.isIntegralNumber() && node.canConvertToInt();
        int given = fits ? node.asInt(min - 1) : min - 1;
        if (given < min || given > max) {
            fault(
                    at + "/" + name,
                    "invalid_value",
                    "Expected a number from " + min + " to " + max + ".");
            return Optional.empty();
        }
        return Optional.of(given);
    }

    Optional<String> text(ObjectNode of, String at, String name) {
        JsonNode node = of.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isString()) {
            fault(at + "/" + name, "invalid_type", "Expected a string.");
        }
        return node.asStringOpt();
    }

    Optional<ObjectNode> object(ObjectNode of, String at, String name) {
        JsonNode node = of.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!(node instanceof ObjectNode object)) {
            fault(at + "/" + name, "invalid_type", "Expected an object.");
            return Optional.empty();
        }
        return Optional.of(object);
    }

    void known(ObjectNode of, String at, String... names) {
        for (String name : of.propertyNames()) {
            if (!List.of(names).contains(name)) {
                fault(
                        at + "/" + name.replace("~", "~0").replace("/", "~1"),
                        "unknown_field",
                        "Expected one of " + String.join(", ", names) + ".");
            }
        }
    }

    private void fault(String pointer, InvalidExpressionException e) {
        fault(pointer, "invalid_expression", e.placed());
    }

    /** The number of errors so far. */
    int faults() {
        return errors.size();
    }

    void fault(String pointer, String code, String detail) {
        errors.add(new FieldError(pointer, code, detail));
    }
}
