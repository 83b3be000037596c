package io.postrider.domain.users;

/** Why a command on a user or an e-mail address was refused. */
public sealed interface UserRejection {

    /** A user with this id exists already. */
    record UserExists(String id) implements UserRejection {}

    /** There is no such user. */
    record UserMissing() implements UserRejection {}

    /** The address belongs to somebody else. */
    record EmailTaken() implements UserRejection {}

    /** The user has a second factor, and it was not given. */
    record SecondFactorRequired() implements UserRejection {}

    /** The password that was proved is not the user's any more. */
    record PasswordStale() implements UserRejection {}

    /** The address that was to be changed is not the user's any more. */
    record EmailStale() implements UserRejection {}

    /** The account elsewhere that was proved is not the user's any more. */
    record IdentityStale() implements UserRejection {}

    /** The user has a second factor already. */
    record SecondFactorSetUp() implements UserRejection {}

    /** The user has no second factor. */
    record SecondFactorMissing() implements UserRejection {}

    /** The code was used before, or there is no such recovery code. */
    record SecondFactorWrong() implements UserRejection {}
}
