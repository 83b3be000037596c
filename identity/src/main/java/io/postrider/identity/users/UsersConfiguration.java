package io.postrider.identity.users;

import io.postrider.identity.auth.RecentProof;
import io.postrider.identity.auth.UserTable;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together how somebody who is signed in changes himself. */
@Configuration(proxyBeanMethods = false)
class UsersConfiguration {

    @Bean
    Proving proving(
            UserTable users,
            SignIn signIn,
            SecondFactors factors,
            Tries tries,
            MemberTrail trail,
            RecentProof recent,
            InstantSource clock) {
        return new Proving(users, signIn, factors, tries, trail, recent, clock);
    }

    @Bean
    UserWrites userWrites(Writes writes) {
        return new UserWrites(writes);
    }

    @Bean
    ApiRoutes userRoutes(
            UserTable users,
            Queries queries,
            PersonJson json,
            UserSecrets secrets,
            Proving proving,
            Passwords passwords,
            SignIn signIn,
            Entrance entrance,
            UserWrites changes,
            MemberTrail trail,
            SecureRandom random) {
        return new UserRoutes(
                users,
                queries,
                json,
                secrets,
                proving,
                new CredentialChanges(secrets, passwords, signIn, entrance, changes, trail, random),
                new EmailChanges(users, secrets, changes, trail),
                changes);
    }

    @Bean
    ApiRoutes secondFactorRoutes(
            UserTable users,
            UserSecrets secrets,
            Tries tries,
            Proving proving,
            SecondFactors factors,
            PersonJson json,
            UserWrites changes,
            MemberTrail trail,
            SecureRandom random,
            InstantSource clock) {
        return new SecondFactorRoutes(
                proving,
                new SecondFactorSetup(users, secrets, tries, random, clock),
                factors,
                json,
                changes,
                trail);
    }
}
