package io.postrider.domain.users;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ChangePassword;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.users.UserCommand.DisableTotp;
import io.postrider.domain.users.UserCommand.EnableTotp;
import io.postrider.domain.users.UserCommand.EndSession;
import io.postrider.domain.users.UserCommand.EndSessions;
import io.postrider.domain.users.UserCommand.LinkIdentity;
import io.postrider.domain.users.UserCommand.OfUser;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.domain.users.UserCommand.RenameUser;
import io.postrider.domain.users.UserCommand.RenewRecoveryCodes;
import io.postrider.domain.users.UserCommand.StartSession;
import io.postrider.domain.users.UserEvent.EmailClaimed;
import io.postrider.domain.users.UserEvent.EmailReleased;
import io.postrider.domain.users.UserEvent.PasswordChanged;
import io.postrider.domain.users.UserEvent.SessionEnded;
import io.postrider.domain.users.UserEvent.SessionStarted;
import io.postrider.domain.users.UserEvent.TotpDisabled;
import io.postrider.domain.users.UserEvent.TotpEnabled;
import io.postrider.domain.users.UserEvent.UserCreated;
import io.postrider.domain.users.UserEvent.UserUpdated;
import io.postrider.domain.users.UserState.Active;
import io.postrider.domain.users.UserState.Claimed;
import io.postrider.domain.users.UserState.Unknown;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides on users and on the addresses that they claim. That a password or a code is right is proved before a command is
 * sent; that no code is used twice can only be decided here.
 */
public final class UserDecider implements Decider<UserCommand, UserState, UserEvent> {

    @Override
    public UserState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<UserEvent> decide(UserState state, UserCommand command, Instant at) {
        return switch (state) {
            case Unknown() -> onUnknown(command);
            case Claimed(String owner) -> onClaimed(owner, command);
            case Active(User user) -> onActive(user, command, at);
        };
    }

    @Override
    public UserState evolve(UserState state, UserEvent event) {
        return switch (event) {
            case EmailClaimed(_, String userId) -> new Claimed(userId);
            case EmailReleased _ -> new Unknown();
            case UserEvent.OfUser change -> new Active(change.user());
        };
    }

    private static Decision<UserEvent> onUnknown(UserCommand command) {
        return switch (command) {
            case ClaimEmail(String hash, String userId) ->
                    Decision.accept(new EmailClaimed(hash, userId));
            case CreateUser(User user) -> Decision.accept(new UserCreated(user));
            case ReleaseEmail _ -> Decision.unchanged();
            case OfUser _ -> Decision.reject(Rejection.notFound("user"));
        };
    }

    private static Decision<UserEvent> onClaimed(String owner, UserCommand command) {
        return switch (command) {
            // Renewed, so that a release with an older version does not release the new claim.
            case ClaimEmail(String hash, String userId) ->
                    owner.equals(userId)
                            ? Decision.accept(new EmailClaimed(hash, userId))
                            : Decision.reject(UserRejections.EMAIL_TAKEN);
            case ReleaseEmail(String userId) ->
                    owner.equals(userId)
                            ? Decision.accept(new EmailReleased(userId))
                            : Decision.unchanged();
            case CreateUser _, OfUser _ -> Decision.reject(Rejection.notFound("user"));
        };
    }

    private static Decision<UserEvent> onActive(User user, UserCommand command, Instant at) {
        return switch (command) {
            case ClaimEmail _, ReleaseEmail _ -> Decision.reject(Rejection.notFound("user"));
            case CreateUser _ -> Decision.reject(Rejection.exists("user", user.id()));
            case OfUser change -> changed(user, change, at);
        };
    }

    private static Decision<UserEvent> changed(User user, OfUser command, Instant at) {
        return switch (command) {
            case RenameUser(String name) ->
                    Decision.accept(new UserUpdated(user.withName(name, at)));
            case ChangeEmail change -> moved(user, change, at);
            case ChangePassword(String password, Session kept, String proved) ->
                    Objects.equals(proved, user.password())
                            ? Decision.accept(
                                    new PasswordChanged(
                                            user.withPassword(password, at)
                                                    .withSessions(Stream.ofNullable(kept), at)))
                            : Decision.reject(UserRejections.PASSWORD_STALE);
            case EnableTotp(String seed, long step, List<String> hashes) ->
                    user.totp() == null
                            ? Decision.accept(
                                    new TotpEnabled(
                                            user.withTotp(new Totp(seed, step, hashes), at)))
                            : Decision.reject(UserRejections.SECOND_FACTOR_SET_UP);
            case DisableTotp(Long step, String recoveryHash) ->
                    proved(
                            user,
                            step,
                            recoveryHash,
                            _ -> new TotpDisabled(user.withTotp(null, at)));
            case RenewRecoveryCodes(List<String> hashes, Long step, String recoveryHash) ->
                    proved(
                            user,
                            step,
                            recoveryHash,
                            used -> new TotpEnabled(user.withTotp(used.withRecovery(hashes), at)));
            case LinkIdentity(String identity, boolean sole) -> linked(user, identity, sole, at);
            case StartSession start -> started(user, start, at);
            case EndSession(String hash) -> ended(user, hash, at);
            case EndSessions() ->
                    user.sessions().isEmpty()
                            ? Decision.unchanged()
                            : Decision.accept(
                                    new SessionEnded(user.withSessions(Stream.empty(), at)));
        };
    }

    private static Decision<UserEvent> moved(User user, ChangeEmail change, Instant at) {
        if (change.from() == null || change.from().equals(user.emailHash())) {
            return Decision.accept(
                    new UserUpdated(user.withEmail(change.emailHash(), change.email(), at)));
        }
        return change.emailHash().equals(user.emailHash())
                ? Decision.unchanged()
                : Decision.reject(UserRejections.EMAIL_STALE);
    }

    /** The change of a factor by the use of a code; a used code changes nothing. */
    private static Decision<UserEvent> proved(
            User user,
            @Nullable Long step,
            @Nullable String recoveryHash,
            Function<Totp, UserEvent> change) {
        Totp totp = user.totp();
        if (totp == null) {
            return Decision.reject(UserRejections.SECOND_FACTOR_MISSING);
        }
        if (step == null && recoveryHash == null) {
            return Decision.reject(UserRejections.SECOND_FACTOR_REQUIRED);
        }
        return totp.used(step, recoveryHash)
                .map(change)
                .map(Decision::<UserEvent>accept)
                .orElseGet(() -> Decision.reject(UserRejections.SECOND_FACTOR_WRONG));
    }

    private static Decision<UserEvent> linked(
            User user, String identity, boolean sole, Instant at) {
        if (identity.equals(user.identity())) {
            return Decision.unchanged();
        }
        User linked = user.withIdentity(identity, at);
        return Decision.accept(
                new UserUpdated(
                        sole
                                ? linked.withPassword(null, at)
                                        .withTotp(null, at)
                                        .withSessions(Stream.empty(), at)
                                : linked));
    }

    private static Decision<UserEvent> started(User user, StartSession start, Instant at) {
        if (start.proved() != null && !start.proved().equals(user.password())) {
            return Decision.reject(UserRejections.PASSWORD_STALE);
        }
        if (start.identity() != null && !start.identity().equals(user.identity())) {
            return Decision.reject(UserRejections.IDENTITY_STALE);
        }
        User before = start.replaced() == null ? user : user.signedOut(start.replaced(), at);
        // The identity provider is responsible for its own second factors.
        return user.totp() == null || start.identity() != null
                ? Decision.accept(new SessionStarted(before.signedIn(start.session(), at)))
                : proved(
                        user,
                        start.step(),
                        start.recoveryHash(),
                        used ->
                                new SessionStarted(
                                        before.withTotp(used, at).signedIn(start.session(), at)));
    }

    private static Decision<UserEvent> ended(User user, String hash, Instant at) {
        return user.hasSession(hash)
                ? Decision.accept(new SessionEnded(user.signedOut(hash, at)))
                : Decision.unchanged();
    }
}
