package io.postrider.api.auth;

import io.postrider.domain.users.User;

/**
 * A user as this node knows it.
 *
 * @param version of the aggregate
 */
public record KnownUser(User user, long version) {}
