package io.postrider.identity.lastseen;

/** Finds the tenant whose share of what is remembered the secrets of a key take. */
@FunctionalInterface
public interface KeyTenants {

    /**
     * The tenant of the workspace that has a key; the key itself where it is not known.
     *
     * @param id of the key
     */
    String ofKey(String id);
}
