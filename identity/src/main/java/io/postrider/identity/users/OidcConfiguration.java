package io.postrider.identity.users;

import io.postrider.identity.auth.RecentProof;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionGate;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.UserTable;
import io.postrider.identity.auth.WorkspaceTable;
import io.postrider.identity.oidc.OidcProvider;
import io.postrider.identity.oidc.OidcSettings;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.PublicAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together how people sign in elsewhere. */
@Configuration(proxyBeanMethods = false)
class OidcConfiguration {

    @Bean
    OidcSignIn oidcSignIn(
            UserTable users,
            WorkspaceTable workspaces,
            UserSecrets secrets,
            SignIn signIn,
            Accounts accounts,
            Joining joining,
            MemberTrail trail,
            RecentProof recent,
            Writes writes,
            InstantSource clock) {
        return new OidcSignIn(
                users,
                workspaces,
                secrets,
                signIn,
                accounts,
                joining,
                trail,
                recent,
                writes,
                clock);
    }

    @Bean
    Handshakes handshakes(
            SecretFiles files, SecureRandom random, InstantSource clock, PublicAddress address) {
        return new Handshakes(files.derive("oidc"), random, clock, address);
    }

    @Bean
    ApiRoutes oidcRoutes(
            OidcSettings oidc,
            PublicAddress address,
            Handshakes handshakes,
            OidcSignIn signIn,
            Entrance entrance,
            SessionGate gate,
            SessionCookie cookie,
            SessionSettings settings,
            ClientAddress addresses,
            InstantSource clock) {
        return new OidcRoutes(
                oidc.client().map(client -> new OidcProvider(client, address, clock)),
                new OidcThrottle(addresses, clock),
                handshakes,
                signIn,
                entrance,
                gate,
                cookie,
                settings);
    }
}
