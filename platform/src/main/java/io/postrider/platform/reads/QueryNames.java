package io.postrider.platform.reads;

/** The names of the questions that the read models answer. */
public final class QueryNames {

    /** Parameters: limit, cursor, tag, q, domain, external_id, created_after. */
    public static final String LINKS = "links";

    /** Parameters: id. */
    public static final String LINK = "link";

    /** Parameters: id, limit, cursor. */
    public static final String LINK_CLICKS = "link.clicks";

    /** Parameters: id, interval (hour, day), from, to, timezone, filter. */
    public static final String LINK_STATS = "link.stats";

    /** Parameters: interval, from, to, timezone, filter. */
    public static final String CLICK_STATS = "click.stats";

    /** Parameters: limit, cursor. */
    public static final String KEYS = "keys";

    /** Parameters: id. */
    public static final String KEY = "key";

    /** Parameters: limit, cursor. */
    public static final String WEBHOOKS = "webhooks";

    /** Parameters: id. */
    public static final String WEBHOOK = "webhook";

    /** Parameters: webhook_id, state, event_id, limit, cursor. */
    public static final String DELIVERIES = "deliveries";

    /** Parameters: id. */
    public static final String DELIVERY = "delivery";

    /** The oldest first. Parameters: webhook_id, since, limit, cursor. */
    public static final String WEBHOOK_INBOX = "webhook.inbox";

    /** Parameters: webhook_id, limit, cursor. */
    public static final String DELIVERY_REPLAYS = "delivery_replays";

    /** Parameters: id. */
    public static final String DELIVERY_REPLAY = "delivery_replay";

    /** Parameters: group_by (endpoint, event_type, status, error), from, to. */
    public static final String WEBHOOK_STATS = "webhook.stats";

    /** Parameters: id, limit, cursor. */
    public static final String ATTEMPTS = "delivery.attempts";

    /** The newest first. Parameters: id. */
    public static final String SEND_ATTEMPTS = "message.attempts";

    /** Parameters: types, without (types), actor, after, limit, cursor. Ascending from {@code after} where that is given, else newest first. */
    public static final String EVENTS = "events";

    /** Parameters: id. */
    public static final String EVENT = "event";

    /** Parameters: id. */
    public static final String EVENT_CAUSE = "event.cause";

    /** Parameters: id. */
    public static final String EVENT_EFFECTS = "event.effects";

    /** Parameters: actor, action, target, outcome (done, denied), limit, cursor. */
    public static final String AUDIT = "audit";

    /** The parameter of every question that says who reads, as the text of an event reader; without it no event is read. */
    public static final String READER = "reader";

    private QueryNames() {}
}
