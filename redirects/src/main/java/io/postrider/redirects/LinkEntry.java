package io.postrider.redirects;

import io.postrider.domain.links.Link;

/**
 * A short link as this node knows it.
 *
 * @param version version of the aggregate
 * @param deleted whether the link was deleted
 */
public record LinkEntry(Link link, long version, boolean deleted) {}
