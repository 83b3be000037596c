package io.postrider.domain.users;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ChangePassword;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.users.UserCommand.DisableTotp;
import io.postrider.domain.users.UserCommand.EnableTotp;
import io.postrider.domain.users.UserCommand.EndSession;
import io.postrider.domain.users.UserCommand.EndSessions;
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
import io.postrider.domain.users.UserRejection.EmailTaken;
import io.postrider.domain.users.UserRejection.SecondFactorRequired;
import io.postrider.domain.users.UserRejection.SecondFactorWrong;
import io.postrider.domain.users.UserRejection.UserExists;
import io.postrider.domain.users.UserRejection.UserMissing;
import io.postrider.domain.users.UserState.Active;
import io.postrider.domain.users.UserState.Claimed;
import io.postrider.domain.users.UserState.Unknown;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides on users and on the addresses that they claim. That a password or a code is right is proved before a command is
 * sent; that no code is used twice can only be decided here.
 */
public final class UserDecider
        implements Decider<UserCommand, UserState, UserEvent, UserRejection> {

    @Override
    public UserState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<UserEvent, UserRejection> decide(
            UserState state, UserCommand command, Instant at) {
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

    private static Decision<UserEvent, UserRejection> onUnknown(UserCommand command) {
        return switch (command) {
            case ClaimEmail(String hash, String userId) ->
                    Decision.accept(new EmailClaimed(hash, userId));
            case CreateUser(User user) -> Decision.accept(new UserCreated(user));
            case ReleaseEmail _ -> Decision.unchanged();
            case OfUser _ -> Decision.reject(new UserMissing());
        };
    }

    private static Decision<UserEvent, UserRejection> onClaimed(String owner, UserCommand command) {
        return switch (command) {
            case ClaimEmail(_, String userId) ->
                    owner.equals(userId) ? Decision.unchanged() : Decision.reject(new EmailTaken());
            case ReleaseEmail(String userId) ->
                    owner.equals(userId)
                            ? Decision.accept(new EmailReleased(userId))
                            : Decision.unchanged();
            case CreateUser _, OfUser _ -> Decision.reject(new UserMissing());
        };
    }

    private static Decision<UserEvent, UserRejection> onActive(
            User user, UserCommand command, Instant at) {
        return switch (command) {
            case ClaimEmail _, ReleaseEmail _ -> Decision.reject(new UserMissing());
            case CreateUser _ -> Decision.reject(new UserExists(user.id()));
            case OfUser change -> changed(user, change, at);
        };
    }

    private static Decision<UserEvent, UserRejection> changed(
            User user, OfUser command, Instant at) {
        return switch (command) {
            case RenameUser(String name) ->
                    Decision.accept(new UserUpdated(user.withName(name, at)));
            case ChangeEmail(String hash, String email) ->
                    Decision.accept(new UserUpdated(user.withEmail(hash, email, at)));
            case ChangePassword(String password, Session kept) ->
                    Decision.accept(
                            new PasswordChanged(
                                    user.withPassword(password, at)
                                            .withSessions(Stream.ofNullable(kept), at)));
            case EnableTotp(String seed, long step, List<String> hashes) ->
                    Decision.accept(
                            new TotpEnabled(user.withTotp(new Totp(seed, step, hashes), at)));
            case DisableTotp() ->
                    user.totp() == null
                            ? Decision.unchanged()
                            : Decision.accept(new TotpDisabled(user.withTotp(null, at)));
            case RenewRecoveryCodes(List<String> hashes) -> renewed(user, hashes, at);
            case StartSession start -> started(user, start, at);
            case EndSession(String hash) -> ended(user, hash, at);
            case EndSessions() ->
                    user.sessions().isEmpty()
                            ? Decision.unchanged()
                            : Decision.accept(
                                    new SessionEnded(user.withSessions(Stream.empty(), at)));
        };
    }

    private static Decision<UserEvent, UserRejection> renewed(
            User user, List<String> hashes, Instant at) {
        return user.totp() == null
                ? Decision.reject(new SecondFactorRequired())
                : Decision.accept(
                        new TotpEnabled(user.withTotp(user.totp().withRecovery(hashes), at)));
    }

    private static Decision<UserEvent, UserRejection> started(
            User user, StartSession start, Instant at) {
        Totp totp = user.totp();
        if (totp == null) {
            return Decision.accept(new SessionStarted(user.signedIn(start.session(), at)));
        }
        if (start.step() == null && start.recoveryHash() == null) {
            return Decision.reject(new SecondFactorRequired());
        }
        return totp.used(start.step(), start.recoveryHash())
                .<Decision<UserEvent, UserRejection>>map(used ->
                        Decision.accept(
                                new SessionStarted(
                                        user.withTotp(used, at).signedIn(start.session(), at))))
                .orElseGet(() -> Decision.reject(new SecondFactorWrong()));
    }

    private static Decision<UserEvent, UserRejection> ended(User user, String hash, Instant at) {
        return user.hasSession(hash)
                ? Decision.accept(new SessionEnded(user.signedOut(hash, at)))
                : Decision.unchanged();
    }
}
