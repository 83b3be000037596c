package io.postrider.schemas;

import io.postrider.schemas.Topic.Audience;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A group of topics: commands, events and settlements of one or more kinds of aggregates. */
public enum Context {
    WORKSPACES(1, DeciderGroup.IDENTITY, Audience.PUBLIC),
    KEYS(2, DeciderGroup.IDENTITY, Audience.PUBLIC),
    LINKS(3, DeciderGroup.RESOURCES, Audience.PUBLIC),
    WEBHOOKS(4, DeciderGroup.RESOURCES, Audience.PUBLIC),
    MODELS(5, DeciderGroup.RESOURCES, Audience.PUBLIC),
    USERS(6, DeciderGroup.IDENTITY, Audience.PRIVATE),
    INSTANCES(7, DeciderGroup.RESOURCES, Audience.PUBLIC),
    MESSAGES(8, DeciderGroup.RESOURCES, Audience.PUBLIC),
    AUTOMATION(9, DeciderGroup.RESOURCES, Audience.PUBLIC),
    RUNS(10, DeciderGroup.RESOURCES, Audience.PUBLIC);

    private final int number;
    private final DeciderGroup group;
    private final Audience audience;

    Context(int number, DeciderGroup group, Audience audience) {
        this.number = number;
        this.group = group;
        this.audience = audience;
    }

    /** A number that is never reused, for compact encodings. */
    public int number() {
        return number;
    }

    /** The group that decides on the commands. */
    public DeciderGroup group() {
        return group;
    }

    /** The readers of the topic of events. */
    public Audience audience() {
        return audience;
    }

    /** The context of a number; empty for any other. */
    public static Optional<Context> numbered(int number) {
        return Arrays.stream(values()).filter(context -> context.number == number).findFirst();
    }

    /** The name in topic names, for example {@code links}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the events belong to workspaces: their webhooks, event logs and analytics receive them. */
    public boolean isOfWorkspaces() {
        return audience == Audience.PUBLIC;
    }

    /** The contexts whose events belong to workspaces. */
    public static List<Context> ofWorkspaces() {
        return Arrays.stream(values()).filter(Context::isOfWorkspaces).toList();
    }

    /** The topic of commands. */
    public Topic commands() {
        return Topics.commands(this);
    }

    /** The topic of events. */
    public Topic events() {
        return Topics.events(this);
    }

    /** The topic of results of commands that created no version of a resource. */
    public Topic settlements() {
        return Topics.settlements(this);
    }
}
