package io.postrider.api.decider;

import io.postrider.runtime.streams.StreamsSettings;
import io.postrider.schemas.Context;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The contexts that one application decides on. Commands wait only for those of their own group, so that however many
 * links are created, a revocation is decided at once.
 */
public enum DeciderGroup {

    /** Who may do what: API keys, users and workspaces. */
    IDENTITY,

    /** Everything else. */
    RESOURCES;

    /** The group that decides on a context's commands. */
    public static DeciderGroup of(Context context) {
        return switch (context) {
            case KEYS, USERS, WORKSPACES -> IDENTITY;
            case LINKS, WEBHOOKS, MODELS -> RESOURCES;
        };
    }

    /** The contexts of the group; each context is in one group. */
    public Set<Context> contexts() {
        return Arrays.stream(Context.values())
                .filter(context -> of(context) == this)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The id of the group's application. */
    public String application() {
        return StreamsSettings.APPLICATION_PREFIX
                + switch (this) {
                    case IDENTITY -> "identity-decider";
                    case RESOURCES -> "resource-decider";
                };
    }
}
