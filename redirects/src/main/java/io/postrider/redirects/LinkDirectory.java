package io.postrider.redirects;

import io.postrider.schemas.EventRecord;
import java.util.Optional;

/** The short links that this node knows, deleted ones included. */
public interface LinkDirectory {

    /** The link of an id. */
    Optional<LinkEntry> byId(String id);

    /** The link that holds a slug on a domain. */
    Optional<LinkEntry> byKey(String domain, String slug);

    /**
     * Lets a decided event hold here at once, ahead of its arrival by the log. Events that are older than what is known,
     * or not about a link's state, change nothing.
     */
    void apply(EventRecord event);
}
