package io.postrider.identity.auth;

import io.postrider.domain.users.User;

/**
 * A user as this node knows it.
 *
 * @param version of the aggregate
 * @param isUnknown whether there is a newer event of the user that this node cannot read; then the user is refused
 */
public record KnownUser(User user, long version, boolean isUnknown) {}
