package io.postrider.identity.auth;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.secrets.RunToken;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.web.resource.LocalEventListener;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.Authenticator;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.RequestId;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Beans of authentication. */
@Configuration(proxyBeanMethods = false)
class AuthConfiguration {

    @Bean
    SessionCookie sessionCookie(PublicAddress address) {
        return new SessionCookie(address);
    }

    @Bean
    Sessions sessions(
            UserReplica users,
            SessionCookie cookie,
            SessionSettings settings,
            TokenHasher hasher,
            SecretFiles secrets,
            LastSeenTracker lastSeen,
            InstantSource clock) {
        return new Sessions(
                users, cookie, settings, hasher, secrets.derive("csrf"), lastSeen, clock);
    }

    @Bean
    SessionAuthenticator sessionGate(
            Sessions sessions,
            WorkspaceReplica workspaces,
            KeyFreshness freshness,
            SessionSettings settings,
            PublicAddress address,
            ClusterRateLimiter quotas,
            MembershipAudits audits,
            RequestId requestIds,
            MeterRegistry meters) {
        return new SessionAuthenticator(
                sessions,
                workspaces,
                freshness,
                settings,
                address,
                quotas,
                audits,
                requestIds,
                meters);
    }

    @Bean
    MembershipAudits memberAudits(AuditTrail audit, WorkspaceReplica workspaces) {
        return new MembershipAudits(audit, workspaces);
    }

    @Bean
    ApiKeyAuthenticator keyGate(
            KeyReplica keys,
            TokenHasher hasher,
            KeyFreshness freshness,
            ClientAddress addresses,
            PublicAddress address,
            LastSeenTracker lastSeen,
            AuditTrail audit,
            RequestId requestIds,
            InstantSource clock,
            ClusterRateLimiter quotas,
            MeterRegistry meters) {
        return new ApiKeyAuthenticator(
                keys,
                hasher,
                freshness,
                addresses,
                address,
                lastSeen,
                audit,
                requestIds,
                clock,
                quotas,
                meters);
    }

    @Bean
    LeakedKeys leakedKeys(KeyReplica keys, TokenHasher hasher, InstantSource clock) {
        return new LeakedKeys(keys, hasher, clock);
    }

    @Bean
    KeyUsageFields lastUses(KeyReplica keys, LastSeenTracker lastSeen, InstantSource clock) {
        return new KeyUsageFields(keys, lastSeen, clock);
    }

    @Bean
    RecentAuthentication recentProof(UserReplica users, InstantSource clock) {
        return new RecentAuthentication(users, clock);
    }

    @Bean
    @Primary
    Authenticator gate(
            ApiKeyAuthenticator keys,
            SessionAuthenticator sessions,
            SessionCookie cookie,
            SecretFiles secrets,
            InstantSource clock) {
        RunAuthenticator runs = new RunAuthenticator(secrets.derive(RunToken.PURPOSE), clock);
        return new CompositeAuthenticator(runs, keys, sessions, cookie);
    }

    @Bean
    MemoryQuota memoryQuota(
            HeldBytes held, WorkspaceReplica workspaces, UserReplica users, TenantLimits limits) {
        return new MemoryQuota(held, workspaces, users, limits);
    }

    @Bean
    Tenants tenants(WorkspaceReplica workspaces, UserReplica users) {
        return new WorkspaceOwners(workspaces, users);
    }

    @Bean
    LocalEventListener userHolder(UserReplica users) {
        return LocalEventListener.everywhere(Context.USERS, users::apply);
    }

    @Bean
    LocalEventListener workspaceHolder(WorkspaceReplica workspaces) {
        return LocalEventListener.everywhere(Context.WORKSPACES, workspaces::apply);
    }

    @Bean
    LocalEventListener keyHolder(KeyReplica keys) {
        return LocalEventListener.everywhere(Context.KEYS, keys::apply);
    }
}
