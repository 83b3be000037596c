package io.postrider.identity.users;

import io.postrider.identity.auth.MemberAudits;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionGate;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.Sessions;
import io.postrider.identity.auth.UserTable;
import io.postrider.identity.auth.WorkspaceTable;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together what people do: sign in and out, and say who they are. */
@Configuration(proxyBeanMethods = false)
class PeopleConfiguration {

    /** Half of the machine at most is busy with passwords. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    @Bean
    UserSecrets userSecrets(SecretBox box, TokenHasher hasher) {
        return new UserSecrets(box, hasher);
    }

    @Bean
    Passwords passwords(SecureRandom random) {
        return new Passwords(random, AT_ONCE);
    }

    @Bean
    SecondFactors secondFactors(UserSecrets secrets, SecureRandom random) {
        return new SecondFactors(secrets, random);
    }

    @Bean
    PersonJson personJson(UserSecrets secrets, Sessions sessions, WorkspaceTable workspaces) {
        return new PersonJson(secrets, sessions, workspaces);
    }

    @Bean
    Tries tries(ClientAddress addresses, InstantSource clock) {
        return new Tries(new SignInBrake(clock), addresses);
    }

    @Bean
    MemberTrail memberTrail(MemberAudits audits) {
        return new MemberTrail(audits);
    }

    @Bean
    SignIn signIn(
            UserTable users,
            UserSecrets secrets,
            Passwords passwords,
            SecondFactors factors,
            Tries tries,
            MemberTrail trail,
            SessionSettings settings,
            Writes writes,
            SecureRandom random,
            InstantSource clock) {
        return new SignIn(
                users, secrets, passwords, factors, tries, trail, settings, writes, random, clock);
    }

    @Bean
    Entrance entrance(
            SessionGate gate, SessionCookie cookie, SessionSettings settings, PersonJson json) {
        return new Entrance(gate, cookie, settings, json);
    }

    @Bean
    ApiRoutes sessionRoutes(
            SignIn signIn,
            Proving proving,
            Entrance entrance,
            SessionCookie cookie,
            PersonJson json,
            UserTable users,
            Sessions sessions,
            Writes writes,
            MemberTrail trail) {
        return new SessionRoutes(
                signIn, proving, entrance, cookie, json, users, sessions, writes, trail);
    }
}
