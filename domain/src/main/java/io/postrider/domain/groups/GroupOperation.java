package io.postrider.domain.groups;

/** A call of the provider that a change of a group asks for. */
public enum GroupOperation {
    /** None: the change is one that the provider told of. */
    NONE,
    UPDATE,
    INVITE_LINK,
    ADD,
    REMOVE
}
