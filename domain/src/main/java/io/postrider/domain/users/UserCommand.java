package io.postrider.domain.users;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of a user, or of an e-mail address that users claim. */
public sealed interface UserCommand {

    /** Something is asked of a user who can sign in. */
    sealed interface OfUser extends UserCommand {}

    /**
     * Take an address, or an account elsewhere, for a user, so that no other user has it; it is the aggregate. A claim by the user who
     * has it makes a new version.
     */
    record ClaimEmail(String emailHash, String userId) implements UserCommand {}

    /** Give an address back, if this user has it. */
    record ReleaseEmail(String userId) implements UserCommand {}

    /** Let somebody in for the first time. */
    record CreateUser(User user) implements UserCommand {}

    /** Call a user something else. */
    record RenameUser(String name) implements OfUser {}

    /**
     * Reach a user, and let him sign in, under another address.
     *
     * @param from the hash of the address that is to be changed; null for any
     */
    record ChangeEmail(String emailHash, String email, @Nullable String from) implements OfUser {}

    /**
     * Change what a user signs in with; every other session ends.
     *
     * @param password sealed
     * @param session what takes the place of the session that asks; null ends all
     * @param proved the sealed password that was proved; null for whoever has none
     */
    record ChangePassword(String password, @Nullable Session session, @Nullable String proved)
            implements OfUser {}

    /**
     * Ask for a code at every sign-in from now on.
     *
     * @param seed sealed
     * @param step the time step of the code that proved that the device knows the seed
     */
    record EnableTotp(String seed, long step, List<String> recoveryHashes) implements OfUser {
        public EnableTotp {
            recoveryHashes = List.copyOf(recoveryHashes);
        }
    }

    /**
     * Ask for no code any more.
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
     * Replace the codes for whoever has lost the device.
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
     * Sign a user in, with what he has proved.
     *
     * @param step the time step of a right code; null without one
     * @param recoveryHash the hash of a recovery code; null without one
     * @param proved the sealed password that was proved, so that it counts only as long as it is the user's; null for who
     *     has proved otherwise who he is
     * @param identity who he has proved to be elsewhere, in place of password and code; null for who has not
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
     * Let a user sign in with an account that he has elsewhere.
     *
     * @param sole whether nothing else that signed him in is good any more
     */
    record LinkIdentity(String identity, boolean sole) implements OfUser {}

    /** Sign a user out in one browser. */
    record EndSession(String hash) implements OfUser {

        @Override
        public String toString() {
            return "EndSession[]";
        }
    }

    /** Sign a user out everywhere. */
    record EndSessions() implements OfUser {}
}
