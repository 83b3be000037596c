package io.postrider.identity.workspaces;

import io.postrider.identity.auth.RecentProof;
import io.postrider.identity.auth.UserTable;
import io.postrider.identity.auth.WorkspaceTable;
import io.postrider.identity.users.InvitationSecrets;
import io.postrider.identity.users.PersonJson;
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

/** Puts together what is asked of workspaces. */
@Configuration(proxyBeanMethods = false)
class WorkspacesConfiguration {

    @Bean
    Reading workspaceReading(WorkspaceTable workspaces, Queries queries) {
        return new Reading(workspaces, queries);
    }

    @Bean
    ApiRoutes workspaceRoutes(
            Reading reading,
            WorkspaceTable table,
            PersonJson json,
            Writes writes,
            IdGenerator mint,
            DataKeyRing ring) {
        return new WorkspaceRoutes(
                reading,
                table,
                json,
                new Opening(table, writes, mint, ring),
                new WorkspaceWrites(writes));
    }

    @Bean
    ApiRoutes memberRoutes(
            Reading reading, UserTable users, PersonJson json, Writes writes, RecentProof proof) {
        return new MemberRoutes(reading, users, json, new WorkspaceWrites(writes), proof);
    }

    @Bean
    ApiRoutes invitationRoutes(
            Reading reading,
            RecentProof proof,
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
                new Inviting(writes, mint, secrets, users, address),
                secrets,
                new WorkspaceWrites(writes),
                clock);
    }
}
