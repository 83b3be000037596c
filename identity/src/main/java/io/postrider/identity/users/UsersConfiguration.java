package io.postrider.identity.users;

import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.auth.UserReplica;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on the signed-in user. */
@Configuration(proxyBeanMethods = false)
class UsersConfiguration {

    @Bean
    StepUpAuthentication proving(
            UserReplica users,
            SignIn signIn,
            SecondFactors factors,
            LoginAttempts tries,
            AccountAuditor trail,
            RecentAuthentication recent,
            InstantSource clock) {
        return new StepUpAuthentication(users, signIn, factors, tries, trail, recent, clock);
    }

    @Bean
    UserWrites userWrites(Writes writes) {
        return new UserWrites(writes);
    }

    @Bean
    ApiRoutes userRoutes(
            UserReplica users,
            Queries queries,
            UserJson json,
            UserSecrets secrets,
            StepUpAuthentication proving,
            Passwords passwords,
            SignIn signIn,
            LoginPolicy loginPolicy,
            UserWrites changes,
            AccountAuditor trail,
            SecureRandom random) {
        return new UserRoutes(
                users,
                queries,
                json,
                secrets,
                proving,
                new CredentialChanges(
                        secrets, passwords, signIn, loginPolicy, changes, trail, random),
                new EmailChanges(users, secrets, changes, trail),
                changes);
    }

    @Bean
    ApiRoutes secondFactorRoutes(
            UserReplica users,
            UserSecrets secrets,
            LoginAttempts tries,
            StepUpAuthentication proving,
            SecondFactors factors,
            UserJson json,
            UserWrites changes,
            AccountAuditor trail,
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
