package io.postrider.domain.links;

import io.postrider.domain.kernel.ResourceEvent;

/** The events of a short link. */
public sealed interface LinkEvent {

    /** An event that carries the link as it was from then on. */
    sealed interface LinkChange extends LinkEvent, ResourceEvent<Link> {

        /** The link after the change. */
        Link link();

        @Override
        default Link resource() {
            return link();
        }
    }

    /** A link was created. */
    record LinkCreated(Link link) implements LinkChange {}

    /** Some fields were changed. */
    record LinkUpdated(Link link) implements LinkChange {}

    /** The link was deleted; its slug stays taken. */
    record LinkDeleted(Link link) implements LinkChange {
        @Override
        public boolean deletes() {
            return true;
        }
    }

    /**
     * A block of clicks was admitted to a link with a limit, which has room for more clicks.
     *
     * @param count the number of clicks admitted by this event, at least 1
     * @param admittedClicks the number of clicks admitted since the limit was set, including this block
     */
    record ClicksAdmitted(long count, long admittedClicks) implements LinkEvent {}

    /**
     * The last clicks that the limit allows were admitted.
     *
     * @param count the number of clicks admitted by this event, at least 1
     */
    record LinkExhausted(Link link, long count) implements LinkChange {}

    /** The link reached its expiry; a later expiry makes it active again. */
    record LinkExpired(Link link) implements LinkChange {}
}
