package io.postrider.decider.client;

import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.users.UserCommand.StartSession;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.platform.limits.Tenants;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.CommandEffect;

/** Finds the tenant whose share of the commands in flight a command takes. */
final class CommandTenants {

    /** The tenant of scheduled commands, so that no other tenant can delay them. */
    private static final String CLOCK = "clock";

    private final Tenants tenants;

    CommandTenants(Tenants tenants) {
        this.tenants = tenants;
    }

    String of(CommandRecord command) {
        if (Catalogue.effect(command.body()).filter(CommandEffect.CLOCK::equals).isPresent()) {
            return CLOCK;
        }
        return switch (command.body()) {
            case CreateWorkspace(var opened) -> opened.ownerId();
            // The claim before it took the inviter's share, whose flood must not waste that claim.
            case CreateUser _ -> command.header().aggregate();
            // The flood of the inviter must not keep a user from the session that ends it.
            case StartSession _ -> command.header().aggregate();
            case null, default -> of(command.header());
        };
    }

    /** Commands on users belong to no workspace. */
    private String of(CommandHeader header) {
        if (!header.workspace().isEmpty()) {
            return tenants.ofWorkspace(header.workspace());
        }
        Actor actor = header.actor();
        return actor != null && actor.isUser() ? tenants.ofUser(actor.id()) : header.aggregate();
    }
}
