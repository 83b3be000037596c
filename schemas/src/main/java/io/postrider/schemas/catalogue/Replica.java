package io.postrider.schemas.catalogue;

/** The place where every edge keeps the newest version of each resource of a kind. */
public enum Replica {

    /** In memory, within the tenant's share. */
    MEMORY,

    /** On disk. */
    DISK,

    /** Nowhere: a workspace has too many of them, and no request needs them at once. */
    NONE
}
