package io.postrider.domain.users;

/** The state of a user, or of an e-mail address. */
public sealed interface UserState {

    /** It does not exist. */
    record Unknown() implements UserState {}

    /** The address, or the account elsewhere, belongs to a user. */
    record Claimed(String userId) implements UserState {}

    /** The user can sign in. */
    record Active(User user) implements UserState {}
}
