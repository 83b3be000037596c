package io.postrider.identity.users;

import io.postrider.identity.auth.MemoryQuota;
import io.postrider.identity.auth.UserTable;
import io.postrider.identity.auth.WorkspaceTable;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together how people come in for the first time. */
@Configuration(proxyBeanMethods = false)
class JoiningConfiguration {

    @Bean
    InvitationSecrets invitationSecrets(SecretBox box, TokenHasher hasher) {
        return new InvitationSecrets(box, hasher);
    }

    @Bean
    Accounts accounts(
            UserTable users,
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
    Joining joining(
            UserTable users,
            SignIn signIn,
            Accounts accounts,
            InvitationSecrets secrets,
            Entrance entrance,
            Writes writes) {
        return new Joining(users, signIn, accounts, secrets, entrance, writes);
    }

    @Bean
    ApiRoutes joinRoutes(
            WorkspaceTable workspaces,
            InvitationSecrets secrets,
            Tries tries,
            Joining joining,
            Entrance entrance,
            PersonJson json,
            Writes writes,
            InstantSource clock) {
        return new JoinRoutes(
                new Invited(workspaces, secrets, tries, clock),
                joining,
                entrance,
                secrets,
                json,
                workspaces,
                writes);
    }
}
