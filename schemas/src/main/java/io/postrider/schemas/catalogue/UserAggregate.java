package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.BEGINS_SESSION;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ChangePassword;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.users.UserCommand.DisableTotp;
import io.postrider.domain.users.UserCommand.EnableTotp;
import io.postrider.domain.users.UserCommand.EndSession;
import io.postrider.domain.users.UserCommand.EndSessions;
import io.postrider.domain.users.UserCommand.LinkIdentity;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.domain.users.UserCommand.RenameUser;
import io.postrider.domain.users.UserCommand.RenewRecoveryCodes;
import io.postrider.domain.users.UserCommand.StartSession;
import io.postrider.domain.users.UserDecider;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.users.UserEvent.EmailClaimed;
import io.postrider.domain.users.UserEvent.EmailReleased;
import io.postrider.domain.users.UserEvent.PasswordChanged;
import io.postrider.domain.users.UserEvent.SessionEnded;
import io.postrider.domain.users.UserEvent.SessionStarted;
import io.postrider.domain.users.UserEvent.TotpDisabled;
import io.postrider.domain.users.UserEvent.TotpEnabled;
import io.postrider.domain.users.UserEvent.UserCreated;
import io.postrider.domain.users.UserEvent.UserUpdated;
import io.postrider.domain.users.UserState;
import io.postrider.schemas.Context;
import java.util.List;
import java.util.Optional;

/** Users and the e-mail addresses that they claim; private, so their events are not delivered. */
final class UserAggregate {

    private static final List<CommandType<UserCommand>> COMMANDS =
            List.of(
                    command(
                            "user.claim_email",
                            ClaimEmail.class,
                            CHANGES,
                            s -> new ClaimEmail("00ff", s.id(IdKind.USR))),
                    command(
                            "user.release_email",
                            ReleaseEmail.class,
                            CHANGES,
                            s -> new ReleaseEmail(s.id(IdKind.USR))),
                    command("user.create", CreateUser.class, ADDS, s -> new CreateUser(user(s))),
                    command(
                            "user.rename",
                            RenameUser.class,
                            CHANGES,
                            s -> new RenameUser("sealed")),
                    command(
                            "user.change_email",
                            ChangeEmail.class,
                            CHANGES,
                            s -> new ChangeEmail("11ff", "sealed", null)),
                    command(
                            "user.change_password",
                            ChangePassword.class,
                            REVOKES_ACCESS,
                            s -> new ChangePassword("sealed anew", null, "sealed")),
                    command(
                            "user.enable_totp",
                            EnableTotp.class,
                            CHANGES,
                            s -> new EnableTotp("sealed", 1, List.of("33ff"))),
                    command(
                            "user.disable_totp",
                            DisableTotp.class,
                            CHANGES,
                            s -> new DisableTotp(2L, null)),
                    command(
                            "user.renew_recovery_codes",
                            RenewRecoveryCodes.class,
                            CHANGES,
                            s -> new RenewRecoveryCodes(List.of("44ff"), 2L, null)),
                    command(
                            "user.link_identity",
                            LinkIdentity.class,
                            CHANGES,
                            s -> new LinkIdentity("55ff", false)),
                    command(
                            "user.start_session",
                            StartSession.class,
                            BEGINS_SESSION,
                            s -> new StartSession(session(), null, null, null, null, null)),
                    command(
                            "user.end_session",
                            EndSession.class,
                            REVOKES_ACCESS,
                            s -> new EndSession("66ff")),
                    command(
                            "user.end_sessions",
                            EndSessions.class,
                            REVOKES_ACCESS,
                            s -> new EndSessions()));

    private static final List<EventType<UserEvent>> EVENTS =
            List.of(
                    event(
                            "user.email_claimed",
                            EmailClaimed.class,
                            "An e-mail address was claimed."),
                    event(
                            "user.email_released",
                            EmailReleased.class,
                            "An e-mail address was released."),
                    event("user.created", UserCreated.class, "A user was created."),
                    event("user.updated", UserUpdated.class, "A user was updated."),
                    event(
                            "user.password_changed",
                            PasswordChanged.class,
                            "A password was changed."),
                    event("user.totp_enabled", TotpEnabled.class, "A second factor was enabled."),
                    event(
                            "user.totp_disabled",
                            TotpDisabled.class,
                            "A second factor was disabled."),
                    event("user.session_started", SessionStarted.class, "A user signed in."),
                    event("user.session_ended", SessionEnded.class, "A user signed out."));

    static final AggregateType<UserCommand, UserState, UserEvent, User> ENTRY =
            new AggregateType<>(
                    "user",
                    Context.USERS,
                    new UserDecider(),
                    UserCommand.class,
                    UserEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.USR),
                            true,
                            User.class,
                            (user, _, _) -> {
                                throw new IllegalStateException(user.id() + " is private");
                            },
                            Replica.MEMORY,
                            List.of()),
                    List.of());

    private UserAggregate() {}

    private static User user(Sample s) {
        return User.opened(
                s.id(IdKind.USR),
                "00ff",
                "sealed",
                "sealed",
                "sealed",
                null,
                null,
                List.of(),
                Sample.AT);
    }

    private static Session session() {
        return new Session("66ff", "Firefox", Sample.AT, Sample.END);
    }
}
