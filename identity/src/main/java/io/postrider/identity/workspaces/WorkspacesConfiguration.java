package io.postrider.identity.workspaces;

import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.users.InvitationSecrets;
import io.postrider.identity.users.UserJson;
import io.postrider.identity.users.UserSecrets;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.PublicAddress;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the operations on workspaces. */
@Configuration(proxyBeanMethods = false)
class WorkspacesConfiguration {

    @Bean
    WorkspaceQueries workspaceReading(WorkspaceReplica workspaces, Queries queries) {
        return new WorkspaceQueries(workspaces, queries);
    }

    @Bean
    ApiRoutes workspaceRoutes(
            WorkspaceQueries reading,
            WorkspaceReplica table,
            UserJson json,
            Writes writes,
            IdGenerator mint,
            DataKeyRing ring) {
        return new WorkspaceRoutes(
                reading,
                table,
                json,
                new WorkspaceCreation(table, writes, mint, ring),
                new WorkspaceWrites(writes));
    }

    @Bean
    ApiRoutes memberRoutes(
            WorkspaceQueries reading,
            UserReplica users,
            UserJson json,
            Writes writes,
            RecentAuthentication proof) {
        return new MemberRoutes(reading, users, json, new WorkspaceWrites(writes), proof);
    }

    @Bean
    ApiRoutes invitationRoutes(
            WorkspaceQueries reading,
            RecentAuthentication proof,
            InvitationSecrets secrets,
            UserSecrets users,
            PublicAddress address,
            Writes writes,
            IdGenerator mint,
            InstantSource clock) {
        return new InvitationRoutes(
                reading,
                new InvitationFields(clock),
                proof,
                new InvitationWrites(writes, mint, secrets, users, address),
                secrets,
                new WorkspaceWrites(writes),
                clock);
    }
}
