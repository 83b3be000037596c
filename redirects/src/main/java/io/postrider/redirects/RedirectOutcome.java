package io.postrider.redirects;

/** The outcome of a request for a short link. */
public enum RedirectOutcome {
    /** Sent to the target, and the click is on the disk. */
    REDIRECTED,
    /** A HEAD request, answered with the target; not a click. */
    PEEKED,
    /** Sent to the target after the expiry; not a click. */
    SENT_ON,
    /** Shown the target of the link; not a click. */
    PREVIEWED,
    /** Shown the card of a limited link, for a preview; a click that does not count for the limit. */
    CARD_SHOWN,
    /** A prefetch of a link with a click limit. */
    PREFETCH_DECLINED,
    /** No such link, or none yet. */
    NOT_FOUND,
    /** Expired, exhausted or deleted. */
    GONE,
    /** Neither GET nor HEAD. */
    METHOD_REFUSED,
    /** Malformed HTTP, or not exactly one host. */
    BAD_REQUEST,
    /** Too many unknown slugs from one address. */
    TOO_MANY_MISSES,
    /** The click cannot be stored, or the owner of the link cannot be reached. */
    UNAVAILABLE
}
