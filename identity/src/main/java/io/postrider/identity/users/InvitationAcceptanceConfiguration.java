package io.postrider.identity.users;

import io.postrider.identity.auth.MemoryQuota;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the acceptance of invitations. */
@Configuration(proxyBeanMethods = false)
class InvitationAcceptanceConfiguration {

    @Bean
    InvitationSecrets invitationSecrets(SecretBox box, TokenHasher hasher) {
        return new InvitationSecrets(box, hasher);
    }

    @Bean
    Accounts accounts(
            UserReplica users,
            UserSecrets secrets,
            Passwords passwords,
            SignIn signIn,
            DataKeyRing ring,
            Writes writes,
            SecureRandom random,
            MemoryQuota quota) {
        return new Accounts(users, secrets, passwords, signIn, ring, writes, random, quota);
    }

    @Bean
    InvitationAcceptance joining(
            UserReplica users,
            SignIn signIn,
            Accounts accounts,
            InvitationSecrets secrets,
            LoginPolicy loginPolicy,
            Writes writes) {
        return new InvitationAcceptance(users, signIn, accounts, secrets, loginPolicy, writes);
    }

    @Bean
    ApiRoutes joinRoutes(
            WorkspaceReplica workspaces,
            InvitationSecrets secrets,
            LoginAttempts tries,
            InvitationAcceptance joining,
            LoginPolicy loginPolicy,
            UserJson json,
            Writes writes,
            InstantSource clock) {
        return new AcceptInvitationRoutes(
                new InvitationLookup(workspaces, secrets, tries, clock),
                joining,
                loginPolicy,
                secrets,
                json,
                workspaces,
                writes);
    }
}
