package io.postrider.domain.users;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands on a user, or on an e-mail address that users claim. */
public sealed interface UserCommand {

    /** A command on a user who can sign in. */
    sealed interface OfUser extends UserCommand {}

    /**
     * Claims an address, or an account of an identity provider, for a user; it is the aggregate. A claim by the user who
     * has it makes a new version.
     */
    record ClaimEmail(String emailHash, String userId) implements UserCommand {}

    /** Releases a claim, if it belongs to this user. */
    record ReleaseEmail(String userId) implements UserCommand {}

    /** Creates a user. */
    record CreateUser(User user) implements UserCommand {}

    /** Changes the name of a user. */
    record RenameUser(String name) implements OfUser {}

    /**
     * Updates the e-mail address of a user, which is the sign-in name.
     *
     * @param from the hash of the present address; null for any
     */
    record ChangeEmail(String emailHash, String email, @Nullable String from) implements OfUser {}

    /**
     * Changes the password of a user; every other session ends.
     *
     * @param password the Argon2id hash of the new password, sealed
     * @param session the session that replaces the current one; null ends all
     * @param proved the sealed password that was verified; null for a user without one
     */
    record ChangePassword(String password, @Nullable Session session, @Nullable String proved)
            implements OfUser {}

    /**
     * Enables a second factor, whose code every sign-in requires.
     *
     * @param seed the seed, sealed under the user's data key
     * @param step the time step of the code that proves possession of the device
     */
    record EnableTotp(String seed, long step, List<String> recoveryHashes) implements OfUser {
        public EnableTotp {
            recoveryHashes = List.copyOf(recoveryHashes);
        }
    }

    /**
     * Disables the second factor.
     *
     * @param step the time step of a right code; null without one
     * @param recoveryHash the hash of a recovery code; null without one
     */
    record DisableTotp(@Nullable Long step, @Nullable String recoveryHash) implements OfUser {

        @Override
        public String toString() {
            return "DisableTotp[]";
        }
    }

    /**
     * Replaces the recovery codes.
     *
     * @param step the time step of a right code; null without one
     * @param recoveryHash the hash of a recovery code; null without one
     */
    record RenewRecoveryCodes(
            List<String> recoveryHashes, @Nullable Long step, @Nullable String recoveryHash)
            implements OfUser {
        public RenewRecoveryCodes {
            recoveryHashes = List.copyOf(recoveryHashes);
        }
    }

    /**
     * Starts a session of a user.
     *
     * @param step the time step of a right code; null without one
     * @param recoveryHash the hash of a recovery code; null without one
     * @param proved the sealed password that was verified, valid as long as it is the user's; null for another method
     * @param identity the account of an identity provider that authenticated the user instead of password and code; null for
     *     none
     * @param replaced the hash of a session that ends with it; null for none
     */
    record StartSession(
            Session session,
            @Nullable Long step,
            @Nullable String recoveryHash,
            @Nullable String proved,
            @Nullable String identity,
            @Nullable String replaced)
            implements OfUser {

        @Override
        public String toString() {
            return "StartSession[" + session + "]";
        }
    }

    /**
     * Links an account of an identity provider.
     *
     * @param sole whether all other sign-in methods of the user become invalid
     */
    record LinkIdentity(String identity, boolean sole) implements OfUser {}

    /** Ends a session of a user. */
    record EndSession(String hash) implements OfUser {

        @Override
        public String toString() {
            return "EndSession[]";
        }
    }

    /** Ends all sessions of a user. */
    record EndSessions() implements OfUser {}
}
