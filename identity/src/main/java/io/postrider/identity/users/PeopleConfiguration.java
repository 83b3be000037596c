package io.postrider.identity.users;

import io.postrider.identity.auth.MembershipAudits;
import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.Sessions;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of sign-in, sign-out and second factors. */
@Configuration(proxyBeanMethods = false)
class PeopleConfiguration {

    /** Hashing passwords uses half of the processors at most. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    @Bean
    UserSecrets userSecrets(SecretBox box, TokenHasher hasher) {
        return new UserSecrets(box, hasher);
    }

    @Bean
    Passwords passwords(SecureRandom random, Bounds bounds) {
        Passwords passwords = new Passwords(random, AT_ONCE);
        passwords.show(bounds);
        return passwords;
    }

    @Bean
    SecondFactors secondFactors(UserSecrets secrets, SecureRandom random) {
        return new SecondFactors(secrets, random);
    }

    @Bean
    UserJson personJson(UserSecrets secrets, Sessions sessions, WorkspaceReplica workspaces) {
        return new UserJson(secrets, sessions, workspaces);
    }

    @Bean
    LoginAttempts tries(ClientAddress addresses, InstantSource clock, Bounds bounds) {
        LoginThrottle throttle = new LoginThrottle(clock);
        throttle.show(bounds);
        return new LoginAttempts(throttle, addresses);
    }

    @Bean
    AccountAuditor memberTrail(MembershipAudits audits) {
        return new AccountAuditor(audits);
    }

    @Bean
    SignIn signIn(
            UserReplica users,
            UserSecrets secrets,
            Passwords passwords,
            SecondFactors factors,
            LoginAttempts tries,
            AccountAuditor trail,
            SessionSettings settings,
            Writes writes,
            SecureRandom random,
            InstantSource clock) {
        return new SignIn(
                users, secrets, passwords, factors, tries, trail, settings, writes, random, clock);
    }

    @Bean
    LoginPolicy loginPolicy(
            SessionAuthenticator gate,
            SessionCookie cookie,
            SessionSettings settings,
            UserJson json) {
        return new LoginPolicy(gate, cookie, settings, json);
    }

    @Bean
    ApiRoutes sessionRoutes(
            SignIn signIn,
            StepUpAuthentication proving,
            LoginPolicy loginPolicy,
            SessionCookie cookie,
            UserJson json,
            UserReplica users,
            Sessions sessions,
            Writes writes,
            AccountAuditor trail) {
        return new SessionRoutes(
                signIn, proving, loginPolicy, cookie, json, users, sessions, writes, trail);
    }
}
