package io.postrider.domain.users;

/** Where a user, or an e-mail address, stands. */
public sealed interface UserState {

    /** There is none. */
    record Unknown() implements UserState {}

    /** The address, or the account elsewhere, belongs to a user. */
    record Claimed(String userId) implements UserState {}

    /** The user can sign in. */
    record Active(User user) implements UserState {}
}
