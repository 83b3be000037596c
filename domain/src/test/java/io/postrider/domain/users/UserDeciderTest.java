package io.postrider.domain.users;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UserDeciderTest {

    private static final String ID = "usr_01h455vb4pex5vsknk084sn02q";
    private static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Session OLD = session("old", AT.minusSeconds(60));
    private static final Session NEW = session("new", AT);
    private static final Totp TOTP = new Totp("sealed seed", 100, List.of("r1", "r2"));
    private static final User USER =
            new User(
                    ID,
                    "hash",
                    "sealed email",
                    "sealed name",
                    "sealed password",
                    null,
                    null,
                    List.of(OLD),
                    CREATED_AT,
                    CREATED_AT,
                    "ws_inviting");
    private static final User CAREFUL = with(USER, "totp", TOTP);

    private final UserDecider decider = new UserDecider();
    private final DeciderSpec<UserCommand, UserState, UserEvent> spec = DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        Active active = new Active(USER);
        Active careful = new Active(CAREFUL);
        Claimed claimed = new Claimed(ID);
        Rejection missing = Rejection.notFound("user");
        User now = with(USER, "updatedAt", AT);
        EnableTotp enable = new EnableTotp("seed", 7, List.of("r"));
        DisableTotp disable = new DisableTotp(null, "r1");
        LinkIdentity link = new LinkIdentity("elsewhere", false);
        RenewRecoveryCodes renew = new RenewRecoveryCodes(List.of("r3"), 101L, null);
        var table =
                new DecisionTable<UserCommand, UserState, UserEvent>(decider, AT)
                        .accepts(
                                "claim",
                                new Unknown(),
                                new ClaimEmail("hash", ID),
                                new EmailClaimed("hash", ID))
                        .accepts(
                                "create",
                                new Unknown(),
                                new CreateUser(USER),
                                new UserCreated(USER))
                        .accepts("release nothing", new Unknown(), new ReleaseEmail(ID))
                        .accepts(
                                "claim again",
                                claimed,
                                new ClaimEmail("hash", ID),
                                new EmailClaimed("hash", ID))
                        .refuses(
                                "claim what is another's",
                                claimed,
                                new ClaimEmail("hash", "usr_other"),
                                UserRejections.EMAIL_TAKEN)
                        .accepts("release", claimed, new ReleaseEmail(ID), new EmailReleased(ID))
                        .accepts("release another's", claimed, new ReleaseEmail("usr_other"))
                        .refuses("create at an address", claimed, new CreateUser(USER), missing)
                        .refuses("claim a user", active, new ClaimEmail("hash", ID), missing)
                        .refuses("release a user", active, new ReleaseEmail(ID), missing)
                        .refuses(
                                "create again",
                                active,
                                new CreateUser(USER),
                                Rejection.exists("user", ID))
                        .accepts(
                                "rename",
                                active,
                                new RenameUser("n"),
                                new UserUpdated(with(now, "name", "n")))
                        .accepts(
                                "change the address",
                                active,
                                new ChangeEmail("h2", "e2", USER.emailHash()),
                                new UserUpdated(with(with(now, "emailHash", "h2"), "email", "e2")))
                        .accepts(
                                "change the address as a former release does",
                                active,
                                new ChangeEmail("h2", "e2", null),
                                new UserUpdated(with(with(now, "emailHash", "h2"), "email", "e2")))
                        .accepts(
                                "write the address in another way",
                                active,
                                new ChangeEmail(USER.emailHash(), "e2", USER.emailHash()),
                                new UserUpdated(with(now, "email", "e2")))
                        .accepts(
                                "change the address again",
                                active,
                                new ChangeEmail(USER.emailHash(), "e2", "former"))
                        .refuses(
                                "change an address that the user has not any more",
                                active,
                                new ChangeEmail("h2", "e2", "former"),
                                UserRejections.EMAIL_STALE)
                        .accepts(
                                "change the password",
                                active,
                                new ChangePassword("p2", NEW, "sealed password"),
                                new PasswordChanged(
                                        with(
                                                with(now, "password", "p2"),
                                                "sessions",
                                                List.of(NEW))))
                        .accepts(
                                "enable",
                                active,
                                enable,
                                new TotpEnabled(
                                        with(now, "totp", new Totp("seed", 7, List.of("r")))))
                        .refuses(
                                "enable again",
                                careful,
                                enable,
                                UserRejections.SECOND_FACTOR_SET_UP)
                        .refuses(
                                "disable nothing",
                                active,
                                disable,
                                UserRejections.SECOND_FACTOR_MISSING)
                        .accepts("disable", careful, disable, new TotpDisabled(now))
                        .refuses(
                                "renew nothing",
                                active,
                                renew,
                                UserRejections.SECOND_FACTOR_MISSING)
                        .refuses(
                                "disable without a code",
                                careful,
                                new DisableTotp(null, null),
                                UserRejections.SECOND_FACTOR_REQUIRED)
                        .refuses(
                                "renew with a code that was used",
                                careful,
                                new RenewRecoveryCodes(List.of("r3"), 100L, null),
                                UserRejections.SECOND_FACTOR_WRONG)
                        .accepts(
                                "link",
                                active,
                                link,
                                new UserUpdated(with(now, "identity", "elsewhere")))
                        .accepts(
                                "link alone",
                                careful,
                                new LinkIdentity("elsewhere", true),
                                new UserUpdated(
                                        with(
                                                with(
                                                        with(now, "identity", "elsewhere"),
                                                        "password",
                                                        null),
                                                "sessions",
                                                List.of())))
                        .refuses(
                                "change a password that has changed",
                                active,
                                new ChangePassword("p2", NEW, "another"),
                                UserRejections.PASSWORD_STALE)
                        .refuses(
                                "sign in with a password that has changed",
                                active,
                                new StartSession(NEW, null, null, "another", null, null),
                                UserRejections.PASSWORD_STALE)
                        .refuses(
                                "sign in with another account of the provider",
                                active,
                                new StartSession(NEW, null, null, null, "another", null),
                                UserRejections.IDENTITY_STALE)
                        .accepts(
                                "sign in elsewhere",
                                new Active(with(CAREFUL, "identity", "elsewhere")),
                                new StartSession(NEW, null, null, null, "elsewhere", null),
                                new SessionStarted(
                                        with(
                                                with(
                                                        with(now, "identity", "elsewhere"),
                                                        "totp",
                                                        TOTP),
                                                "sessions",
                                                List.of(NEW, OLD))))
                        .accepts(
                                "sign in anew",
                                active,
                                new StartSession(NEW, null, null, "sealed password", null, "old"),
                                new SessionStarted(with(now, "sessions", List.of(NEW))))
                        .accepts(
                                "renew",
                                careful,
                                renew,
                                new TotpEnabled(
                                        with(
                                                now,
                                                "totp",
                                                new Totp("sealed seed", 101, List.of("r3")))))
                        .accepts(
                                "sign in",
                                active,
                                new StartSession(NEW, null, null, null, null, null),
                                new SessionStarted(with(now, "sessions", List.of(NEW, OLD))))
                        .accepts(
                                "sign out",
                                active,
                                new EndSession("old"),
                                new SessionEnded(with(now, "sessions", List.of())))
                        .accepts("sign out again", active, new EndSession("other"))
                        .accepts(
                                "sign out everywhere",
                                active,
                                new EndSessions(),
                                new SessionEnded(with(now, "sessions", List.of())));
        for (UserCommand command :
                List.of(
                        new RenameUser("n"),
                        new ChangeEmail("h", "e", "hash"),
                        new ChangePassword("p", null, null),
                        enable,
                        disable,
                        link,
                        renew,
                        new StartSession(NEW, null, null, null, null, null),
                        new EndSession("old"),
                        new EndSessions())) {
            table.refuses("unknown: " + command, new Unknown(), command, missing)
                    .refuses("an address: " + command, claimed, command, missing);
        }
        return table.tests(UserState.class, UserCommand.class);
    }

    @Test
    void aSecondFactorIsRequiredIfEnabled() {
        spec.given(new UserCreated(CAREFUL))
                .when(new StartSession(NEW, null, null, null, null, null))
                .thenRefused(UserRejections.SECOND_FACTOR_REQUIRED);
    }

    @Test
    void noCodeIsGoodTwice() {
        User signedIn =
                with(
                        with(
                                with(
                                        CAREFUL,
                                        "totp",
                                        new Totp("sealed seed", 101, List.of("r1", "r2"))),
                                "sessions",
                                List.of(NEW, OLD)),
                        "updatedAt",
                        AT);
        spec.given(new UserCreated(CAREFUL))
                .when(new StartSession(NEW, 100L, null, null, null, null))
                .thenRefused(UserRejections.SECOND_FACTOR_WRONG)
                .when(new StartSession(NEW, 101L, null, null, null, null))
                .then(new SessionStarted(signedIn))
                .when(new StartSession(session("third", AT), 101L, null, null, null, null))
                .thenRefused(UserRejections.SECOND_FACTOR_WRONG);
    }

    @Test
    void noRecoveryCodeIsGoodTwice() {
        User signedIn =
                with(
                        with(
                                with(CAREFUL, "totp", new Totp("sealed seed", 100, List.of("r2"))),
                                "sessions",
                                List.of(NEW, OLD)),
                        "updatedAt",
                        AT);
        spec.given(new UserCreated(CAREFUL))
                .when(new StartSession(NEW, null, "r1", null, null, null))
                .then(new SessionStarted(signedIn))
                .when(new StartSession(NEW, null, "r1", null, null, null))
                .thenRefused(UserRejections.SECOND_FACTOR_WRONG)
                .when(new StartSession(NEW, null, "never", null, null, null))
                .thenRefused(UserRejections.SECOND_FACTOR_WRONG);
    }

    @Test
    void sessionsThatAreOverAreForgottenAndTheOldestGiveWay() {
        List<Session> many = new ArrayList<>();
        many.add(new Session("over", "agent", AT.minusSeconds(1), AT));
        for (int i = 0; i < User.SESSIONS_MAX; i++) {
            many.add(session("s" + i, AT.minusSeconds(2 + i)));
        }
        User user = with(USER, "sessions", many);

        User after = user.signedIn(NEW, AT);

        assertThat(after.sessions()).hasSize(User.SESSIONS_MAX).startsWith(NEW);
        assertThat(after.sessions()).extracting(Session::hash).doesNotContain("over", "s19");
    }

    @Test
    void nothingOfAPersonIsShownByAccident() {
        assertThat(CAREFUL + " " + NEW + " " + TOTP)
                .doesNotContain("sealed")
                .doesNotContain("r1")
                .doesNotContain("new");
    }

    @Test
    void noCodeOpensTwoSessions() {
        new RandomHistories<>(
                        decider,
                        UserDeciderTest::randomCommand,
                        UserDeciderTest::isIdempotent,
                        OnceUsed::new)
                .check(
                        UserEvent.class,
                        "user_exists",
                        "not_found",
                        "email_taken",
                        "email_changed",
                        "sign_in_refused",
                        "second_factor_required",
                        "second_factor_set_up",
                        "second_factor_missing",
                        "second_factor_wrong");
    }

    private static boolean isIdempotent(UserCommand command) {
        return command instanceof ReleaseEmail
                || command instanceof EndSession
                || command instanceof EndSessions
                || command instanceof LinkIdentity;
    }

    private static UserCommand randomCommand(Random random) {
        Session session = session("s" + random.nextInt(40), CREATED_AT);
        return switch (random.nextInt(21)) {
            case 0 -> new ClaimEmail("hash", random.nextBoolean() ? ID : "usr_other");
            case 1 -> new ReleaseEmail(ID);
            case 2, 3 -> new CreateUser(random.nextBoolean() ? USER : CAREFUL);
            case 4 -> new RenameUser("n");
            case 5 -> new ChangeEmail("h", "e", random.nextBoolean() ? "hash" : "former");
            case 6 ->
                    new ChangePassword(
                            "p",
                            random.nextBoolean() ? session : null,
                            random.nextBoolean() ? "p" : "sealed password");
            case 7 -> new EnableTotp("seed", random.nextInt(5), List.of("r1", "r2"));
            case 8 -> new DisableTotp((long) random.nextInt(120), null);
            case 9 -> new RenewRecoveryCodes(List.of("r3"), (long) random.nextInt(120), null);
            case 19 ->
                    new StartSession(
                            session,
                            null,
                            null,
                            null,
                            random.nextBoolean() ? "elsewhere" : "another",
                            null);
            case 20 -> new LinkIdentity("elsewhere", random.nextInt(4) == 0);
            case 10, 11 -> new EndSession(session.hash());
            case 12 -> new EndSessions();
            case 13, 14 ->
                    new StartSession(session, null, "r" + random.nextInt(4), null, null, null);
            case 15, 16, 17 ->
                    new StartSession(session, (long) random.nextInt(120), null, null, null, null);
            default -> new StartSession(session, null, null, null, null, null);
        };
    }

    /** Remembers the steps that opened sessions since the seed was set. */
    private static final class OnceUsed
            implements RandomHistories.Law<UserCommand, UserState, UserEvent> {

        private final Set<Long> used = new HashSet<>();

        @Override
        public void check(Step<UserCommand, UserState, UserEvent> step) {
            if (step.events().isEmpty()) {
                return;
            }
            if (step.command() instanceof EnableTotp || step.command() instanceof CreateUser) {
                used.clear();
            }
            Long code =
                    switch (step.command()) {
                        case StartSession start -> start.step();
                        case DisableTotp disable -> disable.step();
                        case RenewRecoveryCodes renew -> renew.step();
                        default -> null;
                    };
            if (code != null && step.before() instanceof Active(User user) && user.totp() != null) {
                assertThat(used.add(code)).as("step %d used once", code).isTrue();
            }
            if (step.after() instanceof Active(User user)) {
                assertThat(user.sessions()).hasSizeLessThanOrEqualTo(User.SESSIONS_MAX);
            }
        }
    }

    private static Session session(String hash, Instant startedAt) {
        return new Session(hash, "agent", startedAt, AT.plusSeconds(43_200));
    }
}
