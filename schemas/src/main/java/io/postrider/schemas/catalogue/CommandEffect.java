package io.postrider.schemas.catalogue;

/** The effect of a command on the resources of a tenant; it decides which bounds apply to the command. */
public enum CommandEffect {

    /** Adds a resource, or text of any length to one. */
    ADDS,

    /** Changes fields as a patch names them; see {@link io.postrider.domain.kernel.Edit}. */
    EDITS,

    /** Changes a few words, switches or times. */
    CHANGES,

    /** Removes a resource. */
    REMOVES,

    /** Takes access away: it has its own share of the commands in flight and is accepted while the disk is low. */
    REVOKES_ACCESS,

    /**
     * Begins a session, which is needed to revoke anything in the console; it is accepted like commands that take access away.
     */
    BEGINS_SESSION,

    /** Records that a time has come; it takes no share of a tenant. */
    CLOCK
}
