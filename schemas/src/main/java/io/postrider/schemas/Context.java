package io.postrider.schemas;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A bounded context of the business: topics of commands, events and settlements, one family of aggregates. */
public enum Context {
    WORKSPACES(1),
    KEYS(2),
    LINKS(3),
    WEBHOOKS(4),
    MODELS(5),
    USERS(6);

    private final int number;

    Context(int number) {
        this.number = number;
    }

    /** A number that never changes, for compact encodings. */
    public int number() {
        return number;
    }

    /** The context of a number; empty for any other. */
    public static Optional<Context> numbered(int number) {
        return Arrays.stream(values()).filter(context -> context.number == number).findFirst();
    }

    /** The name as it stands in topic names, for example {@code links}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its events belong to workspaces, whose webhooks, logs and analytics may have them. */
    boolean isOfWorkspaces() {
        return this != USERS;
    }

    /** The contexts whose events belong to workspaces. */
    public static List<Context> ofWorkspaces() {
        return Arrays.stream(values()).filter(Context::isOfWorkspaces).toList();
    }

    /** The topic that carries this context's commands. */
    public Topic commands() {
        return Topics.commands(this);
    }

    /** The topic that carries this context's events. */
    public Topic events() {
        return Topics.events(this);
    }

    /** The topic that carries what becomes of this context's commands that make no version of a resource. */
    public Topic settlements() {
        return Topics.settlements(this);
    }
}
