package io.postrider.api.decider;

import io.postrider.runtime.streams.StreamsSettings;
import io.postrider.schemas.Context;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The contexts that one application decides on. Commands wait only for those of their own group, so that however many
 * links are created, a revocation is decided at once.
 */
public enum DeciderGroup {

    /** Who may do what: API keys, users and workspaces. */
    IDENTITY(EnumSet.of(Context.KEYS, Context.USERS, Context.WORKSPACES)),

    /** Everything else. */
    RESOURCES(EnumSet.complementOf(EnumSet.of(Context.KEYS, Context.USERS, Context.WORKSPACES)));

    private final Set<Context> contexts;

    DeciderGroup(Set<Context> contexts) {
        this.contexts = Set.copyOf(contexts);
    }

    /** The group that decides on a context's commands. */
    public static DeciderGroup of(Context context) {
        return Arrays.stream(values())
                .filter(group -> group.contexts.contains(context))
                .findFirst()
                .orElseThrow();
    }

    /** The contexts of the group; each context is in one group. */
    public Set<Context> contexts() {
        return contexts;
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
