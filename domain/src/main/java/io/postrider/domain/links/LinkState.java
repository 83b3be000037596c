package io.postrider.domain.links;

/** The state of a slug. */
public sealed interface LinkState {

    /** The slug is free. */
    record Free() implements LinkState {}

    /** The slug belongs to a link. */
    record Active(Link link) implements LinkState {}

    /** The slug belonged to a deleted link and cannot be used again. */
    record Deleted(Link link) implements LinkState {}
}
