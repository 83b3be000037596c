package io.postrider.redirects;

import io.postrider.domain.links.Link;

/**
 * A short link as this node knows it.
 *
 * @param version of the aggregate
 * @param deleted whether it was stopped for ever
 */
public record LinkEntry(Link link, long version, boolean deleted) {}
