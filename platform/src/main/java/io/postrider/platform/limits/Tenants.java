package io.postrider.platform.limits;

/**
 * Finds the tenant that takes a share of a {@link SharedCapacity}. A tenant is an owner with all their workspaces: a user makes
 * workspaces as needed, so a share for each workspace would bound nothing.
 */
public interface Tenants {

    /**
     * The owner of a workspace; the workspace itself where its owner is not known.
     *
     * @param workspace id of a workspace
     */
    String ofWorkspace(String workspace);

    /**
     * The owner of the workspace that invited a user; the user where no workspace did. Users that are not known, whose accounts
     * are being made, are one tenant together.
     *
     * @param user id of a user
     */
    String ofUser(String user);
}
