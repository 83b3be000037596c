package io.postrider.domain.groups;

/** A call of the provider that a change of a group asks for. */
public enum GroupOperation {
    /** No operation: the provider reported the change. */
    NONE,
    UPDATE,
    INVITE_LINK,
    ADD,
    REMOVE
}
