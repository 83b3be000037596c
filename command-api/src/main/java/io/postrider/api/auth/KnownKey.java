package io.postrider.api.auth;

import io.postrider.domain.keys.ApiKey;

/**
 * An API key as this node knows it.
 *
 * @param version of the aggregate
 */
public record KnownKey(ApiKey key, long version) {}
