package io.postrider.redirects;

import io.postrider.schemas.EventRecord;
import java.util.Optional;

/** The short links that this node knows, including deleted ones. */
public interface LinkDirectory {

    /** The link of an id. */
    Optional<LinkEntry> byId(String id);

    /** The link with a slug on a domain. */
    Optional<LinkEntry> byKey(String domain, String slug);

    /**
     * Applies a decided event before the log returns it. Events that are older than the known state, or do not concern a link's
     * state, change nothing.
     */
    void apply(EventRecord event);
}
