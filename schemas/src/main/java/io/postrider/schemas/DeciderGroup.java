package io.postrider.schemas;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The contexts that one Kafka Streams application decides on. A command waits only for commands of its own group, so a
 * revocation does not wait for the creation of links.
 */
public enum DeciderGroup {

    /** API keys, users and workspaces. */
    IDENTITY("postrider-identity-decider"),

    /** All other aggregates. */
    RESOURCES("postrider-resource-decider");

    private final String application;

    DeciderGroup(String application) {
        this.application = NamePrefix.of(application);
    }

    /** The contexts of the group; each context is in one group. */
    public Set<Context> contexts() {
        return Arrays.stream(Context.values())
                .filter(context -> context.group() == this)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The id of the application. */
    public String application() {
        return application;
    }
}
