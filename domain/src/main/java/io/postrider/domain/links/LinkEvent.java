package io.postrider.domain.links;

/** What has happened to a short link; each carries the link as it was from then on. */
public sealed interface LinkEvent {

    /** The link after the change. */
    Link link();

    /** A slug was taken. */
    record LinkCreated(Link link) implements LinkEvent {}

    /** Some fields were changed. */
    record LinkUpdated(Link link) implements LinkEvent {}

    /** The link was stopped for ever. */
    record LinkDeleted(Link link) implements LinkEvent {}

    /** One click was let through a link with a limit. */
    record ClickAdmitted(Link link) implements LinkEvent {}

    /** The last click that the limit allows was let through. */
    record LinkExhausted(Link link) implements LinkEvent {}

    /** The link's end came; another end brings it back. */
    record LinkExpired(Link link) implements LinkEvent {}
}
