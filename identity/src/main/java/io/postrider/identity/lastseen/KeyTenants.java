package io.postrider.identity.lastseen;

/** Finds the tenant in whose share the secrets of a key are remembered. */
@FunctionalInterface
public interface KeyTenants {

    /**
     * The tenant of the key's workspace; the key itself if it is not known.
     *
     * @param id id of the key
     */
    String ofKey(String id);
}
