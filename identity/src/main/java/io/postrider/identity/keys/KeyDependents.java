package io.postrider.identity.keys;

import java.util.List;

/**
 * Resources that act with the scopes of a key, which the answer to its revocation lists.
 *
 * @param name the member of the answer
 */
public record KeyDependents(String name, Finder finder) {

    /** Finds the ids of the resources in a workspace that act with the scopes of a key. */
    @FunctionalInterface
    public interface Finder {
        List<String> ids(String workspace, String key);
    }
}
