package io.postrider.automation.rules;

import io.postrider.domain.kernel.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds the errors of an action that its literal input shows. */
final class ActionCheck {

    private ActionCheck() {}

    static List<FieldError> errors(Action action, String at) {
        List<FieldError> errors = new ArrayList<>();
        boolean inline = action.type() == ActionType.BRANCH || action.type() == ActionType.STOP;
        if (inline && action.input() != null) {
            errors.add(
                    new FieldError(
                            at + "/with", "not_allowed", "This action does not accept input."));
        }
        if (!inline && action.input() == null) {
            errors.add(new FieldError(at + "/with", "required", "This action requires input."));
        }
        boolean single =
                inline || action.type() == ActionType.DELAY || action.type() == ActionType.RESPOND;
        if (single && action.items() != null) {
            errors.add(
                    new FieldError(
                            at + "/for_each",
                            "not_allowed",
                            "This action does not accept for_each."));
        }
        if (single && action.retry() != null) {
            errors.add(
                    new FieldError(
                            at + "/retry", "not_allowed", "This action does not accept retry."));
        }
        if (action.type() != ActionType.BRANCH && !action.cases().isEmpty()) {
            errors.add(
                    new FieldError(at + "/cases", "not_allowed", "Only a branch accepts cases."));
        }
        if (action.input() instanceof Value.Literal(JsonNode json)) {
            literal(action, json, at + "/with", errors);
        } else if (action.input() instanceof Value.Composed composed) {
            typed(action, composed.json(), at + "/with", errors);
        }
        return errors;
    }

    private static void literal(Action action, JsonNode json, String at, List<FieldError> errors) {
        if (!json.isObject()) {
            errors.add(
                    new FieldError(
                            at, "invalid_type", "Expected an object, or {\"jsonata\": \"…\"}."));
            return;
        }
        typed(action, json, at, errors);
        if (action.type() == ActionType.DELAY && Delay.of(json).isEmpty()) {
            errors.add(new FieldError(at, "invalid_value", Delay.EXPECTED));
        }
    }

    private static void typed(Action action, JsonNode json, String at, List<FieldError> errors) {
        for (String name : required(action.type())) {
            if (json.path(name).isMissingNode()) {
                errors.add(new FieldError(at + "/" + name, "required", name + " is required."));
            }
        }
    }

    private static List<String> required(ActionType type) {
        return switch (type) {
            case LINKS_CREATE -> List.of("url");
            case LINKS_UPDATE,
                    LINKS_DELETE,
                    MESSAGES_MARK_READ,
                    CONTACTS_UPDATE,
                    CONTACTS_OPT_OUT ->
                    List.of("id");
            case MESSAGES_SEND -> List.of("instance_id", "to", "type");
            case MESSAGES_REACT -> List.of("instance_id", "to", "reaction");
            case CONTACTS_CREATE -> List.of("addresses");
            case RULE_RUN -> List.of("id", "data");
            case EVENT_EMIT -> List.of("type", "data");
            case AI_REPLY -> List.of("model", "messages");
            case HTTP_REQUEST -> List.of("url");
            case STATE_GET -> List.of("key");
            case STATE_SET -> List.of("key", "value");
            case STATE_INCR -> List.of("key");
            case RESPOND, DELAY, BRANCH, STOP -> List.of();
        };
    }
}
