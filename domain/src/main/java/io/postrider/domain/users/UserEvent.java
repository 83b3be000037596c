package io.postrider.domain.users;

import io.postrider.domain.kernel.ResourceEvent;

/** The events of a user, or of an e-mail address. */
public sealed interface UserEvent {

    /** An event of a user; it contains the user after the change. */
    sealed interface OfUser extends UserEvent, ResourceEvent<User> {

        /** The user after the change. */
        User user();

        @Override
        default User resource() {
            return user();
        }
    }

    /** An address belongs to a user. */
    record EmailClaimed(String emailHash, String userId) implements UserEvent {}

    /** An address has no user. */
    record EmailReleased(String userId) implements UserEvent {}

    /** A user was created. */
    record UserCreated(User user) implements OfUser {}

    /** The name, the address or the account elsewhere changed. */
    record UserUpdated(User user) implements OfUser {}

    /** The password changed; every session but one ended. */
    record PasswordChanged(User user) implements OfUser {}

    /** A second factor was set up, or its recovery codes were renewed. */
    record TotpEnabled(User user) implements OfUser {}

    /** The second factor was taken away. */
    record TotpDisabled(User user) implements OfUser {}

    /** A session was started. */
    record SessionStarted(User user) implements OfUser {}

    /** One session or all sessions were ended. */
    record SessionEnded(User user) implements OfUser {}
}
