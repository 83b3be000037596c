package io.postrider.redirects;

/** How a request for a short link was answered. */
public enum RedirectOutcome {
    /** Sent to the target, and the click is on the disk. */
    REDIRECTED,
    /** A HEAD request, told where a visitor would be sent; not a click. */
    PEEKED,
    /** Sent to the address that a link names for when it is over; not a click. */
    SENT_ON,
    /** Shown where the link leads; not a click. */
    PREVIEWED,
    /** Shown the card of a limited link, for a preview; a click that spends nothing. */
    CARD_SHOWN,
    /** A prefetch that would have spent one of a limited number of clicks. */
    PREFETCH_DECLINED,
    /** No such link, or none yet. */
    NOT_FOUND,
    /** Expired, exhausted or deleted. */
    GONE,
    /** Neither GET nor HEAD. */
    METHOD_REFUSED,
    /** Not to be understood as HTTP, or without exactly one host. */
    BAD_REQUEST,
    /** Too many unknown slugs from one address. */
    TOO_MANY_MISSES,
    /** The click cannot be kept, or its owner cannot be asked, now. */
    UNAVAILABLE
}
