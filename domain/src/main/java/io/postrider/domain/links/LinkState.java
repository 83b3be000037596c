package io.postrider.domain.links;

/** Where a slug stands. */
public sealed interface LinkState {

    /** Nobody has taken the slug. */
    record Free() implements LinkState {}

    /** The slug leads somewhere. */
    record Active(Link link) implements LinkState {}

    /** The slug led somewhere once and is not given away again. */
    record Deleted(Link link) implements LinkState {}
}
