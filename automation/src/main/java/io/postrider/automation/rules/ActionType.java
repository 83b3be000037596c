package io.postrider.automation.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The type of a rule's action: an operation of the API, a call of another service, or a step within the run. */
public enum ActionType {
    LINKS_CREATE("links.create", "POST", "/links", "links:write"),
    LINKS_UPDATE("links.update", "PATCH", "/links/{id}", "links:write"),
    LINKS_DELETE("links.delete", "DELETE", "/links/{id}", "links:write"),
    MESSAGES_SEND("messages.send", "POST", "/messages", "messages:send"),
    MESSAGES_REACT("messages.react", "POST", "/messages", "messages:send"),
    MESSAGES_MARK_READ("messages.mark_read", "POST", "/messages/{id}/read", "messages:send"),
    CONTACTS_CREATE("contacts.create", "POST", "/contacts", "contacts:write"),
    CONTACTS_UPDATE("contacts.update", "PATCH", "/contacts/{id}", "contacts:write"),
    CONTACTS_OPT_OUT("contacts.opt_out", "POST", "/contacts/{id}/opt-out", "contacts:write"),
    EVENT_EMIT("event.emit", "POST", "/events", "events:publish"),
    RULE_RUN("rule.run", "POST", "/automation/rules/{id}/trigger", "automation.rules:write"),
    AI_REPLY("ai.reply", "POST", "/chat/completions", "models:invoke"),
    HTTP_REQUEST("http.request"),
    STATE_GET("state.get", "POST", "/automation/state/{key}/read", "automation.rules:write"),
    STATE_SET("state.set", "PUT", "/automation/state/{key}", "automation.rules:write"),
    STATE_INCR("state.incr", "POST", "/automation/state/{key}/increment", "automation.rules:write"),
    RESPOND("respond"),
    DELAY("delay"),
    BRANCH("branch"),
    STOP("stop");

    private static final String NONE = "";

    private final String label;
    private final String method;
    private final String path;
    private final String scope;

    ActionType(String label) {
        this(label, NONE, NONE, NONE);
    }

    ActionType(String label, String method, String path, String scope) {
        this.label = label;
        this.method = method;
        this.path = path;
        this.scope = scope;
    }

    /** The name in a definition, for example {@code links.create}. */
    public String label() {
        return label;
    }

    /** The method of the operation; empty for an action that is no operation of the API. */
    public String method() {
        return method;
    }

    /** The path of the operation below {@code /api/v1}, with the member of the input in braces that it names, if any. */
    public String path() {
        return path;
    }

    /** The member of the input that the path names; empty if it names none. */
    public Optional<String> pathMember() {
        int open = path.indexOf('{');
        return open < 0
                ? Optional.empty()
                : Optional.of(path.substring(open + 1, path.indexOf('}', open)));
    }

    /** Whether the action is an operation of the API. */
    public boolean isOperation() {
        return !path.isEmpty();
    }

    /** The scope that the publisher of a rule needs for the action; empty for none. */
    public Optional<String> scope() {
        return scope.isEmpty() ? Optional.empty() : Optional.of(scope);
    }

    /** The type of a name; empty if there is none. */
    public static Optional<ActionType> labelled(String label) {
        return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
    }

    /** Every name. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(ActionType::label).toList();
    }
}
