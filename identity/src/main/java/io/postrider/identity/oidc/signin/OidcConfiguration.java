package io.postrider.identity.oidc.signin;

import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.oidc.OidcProvider;
import io.postrider.identity.oidc.OidcSettings;
import io.postrider.identity.users.AccountAuditor;
import io.postrider.identity.users.Accounts;
import io.postrider.identity.users.InvitationAcceptance;
import io.postrider.identity.users.LoginPolicy;
import io.postrider.identity.users.SignIn;
import io.postrider.identity.users.UserSecrets;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.PublicAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of sign-in by OpenID Connect. */
@Configuration(proxyBeanMethods = false)
class OidcConfiguration {

    @Bean
    OidcSignIn oidcSignIn(
            UserReplica users,
            WorkspaceReplica workspaces,
            UserSecrets secrets,
            SignIn signIn,
            Accounts accounts,
            InvitationAcceptance joining,
            AccountAuditor trail,
            RecentAuthentication recent,
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
    AuthorizationRequests authorizationRequests(
            SecretFiles files, SecureRandom random, InstantSource clock, PublicAddress address) {
        return new AuthorizationRequests(files.derive("oidc"), random, clock, address);
    }

    @Bean
    ApiRoutes oidcRoutes(
            OidcSettings oidc,
            PublicAddress address,
            AuthorizationRequests authorizationRequests,
            OidcSignIn signIn,
            LoginPolicy loginPolicy,
            SessionAuthenticator gate,
            SessionCookie cookie,
            SessionSettings settings,
            ClientAddress addresses,
            InstantSource clock,
            Bounds bounds) {
        OidcThrottle throttle = new OidcThrottle(addresses, clock);
        throttle.show(bounds);
        return new OidcRoutes(
                oidc.client().map(client -> new OidcProvider(client, address, clock)),
                throttle,
                authorizationRequests,
                signIn,
                loginPolicy,
                gate,
                cookie,
                settings);
    }
}
