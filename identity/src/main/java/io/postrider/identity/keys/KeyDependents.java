package io.postrider.identity.keys;

import java.util.List;

/**
 * Resources that act with the scopes of a key, which the response to its revocation lists.
 *
 * @param name name of the member in the response
 */
public record KeyDependents(String name, Finder finder) {

    /** Finds the ids of the resources in a workspace that act with the scopes of a key. */
    @FunctionalInterface
    public interface Finder {
        List<String> ids(String workspace, String key);
    }
}
