package io.postrider.schemas;

import java.util.Locale;

/** A bounded context of the business: one command topic, one event topic, one family of aggregates. */
public enum Context {
    WORKSPACES,
    KEYS,
    LINKS,
    WEBHOOKS;

    /** The name as it stands in topic names, for example {@code links}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The topic that carries this context's commands. */
    public Topic commands() {
        return Topics.commands(this);
    }

    /** The topic that carries this context's events. */
    public Topic events() {
        return Topics.events(this);
    }
}
