package io.postrider.identity.auth;

import io.postrider.identity.lastseen.Sightings;
import io.postrider.identity.ratelimit.Quotas;
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

/** Puts together who makes a request. */
@Configuration(proxyBeanMethods = false)
class AuthConfiguration {

    @Bean
    SessionCookie sessionCookie(PublicAddress address) {
        return new SessionCookie(address);
    }

    @Bean
    Sessions sessions(
            UserTable users,
            SessionCookie cookie,
            SessionSettings settings,
            TokenHasher hasher,
            SecretFiles secrets,
            Sightings sightings,
            InstantSource clock) {
        return new Sessions(
                users, cookie, settings, hasher, secrets.derive("csrf"), sightings, clock);
    }

    @Bean
    SessionGate sessionGate(
            Sessions sessions,
            WorkspaceTable workspaces,
            KeyFreshness freshness,
            SessionSettings settings,
            PublicAddress address,
            Quotas quotas,
            MemberAudits audits,
            RequestId requestIds) {
        return new SessionGate(
                sessions, workspaces, freshness, settings, address, quotas, audits, requestIds);
    }

    @Bean
    MemberAudits memberAudits(AuditTrail audit, WorkspaceTable workspaces) {
        return new MemberAudits(audit, workspaces);
    }

    @Bean
    KeyGate keyGate(
            KeyTable keys,
            TokenHasher hasher,
            KeyFreshness freshness,
            ClientAddress addresses,
            PublicAddress address,
            Sightings sightings,
            AuditTrail audit,
            RequestId requestIds,
            InstantSource clock,
            Quotas quotas) {
        return new KeyGate(
                keys,
                hasher,
                freshness,
                addresses,
                address,
                sightings,
                audit,
                requestIds,
                clock,
                quotas);
    }

    @Bean
    LeakedKeys leakedKeys(KeyTable keys, TokenHasher hasher, InstantSource clock) {
        return new LeakedKeys(keys, hasher, clock);
    }

    @Bean
    LastUses lastUses(KeyTable keys, Sightings sightings, InstantSource clock) {
        return new LastUses(keys, sightings, clock);
    }

    @Bean
    RecentProof recentProof(UserTable users, InstantSource clock) {
        return new RecentProof(users, clock);
    }

    @Bean
    @Primary
    Authenticator gate(
            KeyGate keys,
            SessionGate sessions,
            SessionCookie cookie,
            SecretFiles secrets,
            InstantSource clock) {
        RunGate runs = new RunGate(secrets.derive(RunToken.PURPOSE), clock);
        return new Gates(runs, keys, sessions, cookie);
    }

    @Bean
    MemoryQuota memoryQuota(
            HeldBytes held, WorkspaceTable workspaces, UserTable users, TenantLimits limits) {
        return new MemoryQuota(held, workspaces, users, limits);
    }

    @Bean
    Tenants tenants(WorkspaceTable workspaces, UserTable users) {
        return new WorkspaceOwners(workspaces, users);
    }

    @Bean
    LocalEventListener userHolder(UserTable users) {
        return LocalEventListener.everywhere(Context.USERS, users::apply);
    }

    @Bean
    LocalEventListener workspaceHolder(WorkspaceTable workspaces) {
        return LocalEventListener.everywhere(Context.WORKSPACES, workspaces::apply);
    }

    @Bean
    LocalEventListener keyHolder(KeyTable keys) {
        return LocalEventListener.everywhere(Context.KEYS, keys::apply);
    }
}
