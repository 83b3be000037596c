package io.postrider.identity.users;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.web.resource.IdGenerator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands on claims that no request causes, a few at a time; further ones wait. Each claim is a tenant of its own: none
 * waits for the share of another.
 */
final class ClaimCommands {

    static final int UNDER_WAY_MAX = 20;

    private static final Actor ACTOR = Actor.system("claims");

    private final CommandGateway gateway;
    private final IdGenerator mint;
    private final Semaphore places = new Semaphore(UNDER_WAY_MAX);

    ClaimCommands(CommandGateway gateway, IdGenerator mint) {
        this.gateway = gateway;
        this.mint = mint;
    }

    /** Shows how many commands are in flight. */
    void show(Bounds bounds) {
        bounds.show(
                "claim_commands", () -> UNDER_WAY_MAX - places.availablePermits(), UNDER_WAY_MAX);
    }

    /**
     * Sends a command when there is a place.
     *
     * @param version required version of the claim; null for any
     */
    CompletionStage<CommandResult> send(
            String type, String claim, Record command, @Nullable Long version)
            throws InterruptedException {
        places.acquire();
        boolean sent = false;
        try {
            CompletionStage<CommandResult> settled =
                    gateway.send(Context.USERS, record(type, claim, command, version));
            sent = true;
            return settled.whenComplete((_, _) -> places.release());
        } finally {
            if (!sent) {
                places.release();
            }
        }
    }

    private CommandRecord record(
            String type, String claim, Record command, @Nullable Long version) {
        return new CommandRecord(
                new CommandHeader(
                        mint.freshId(IdKind.CMD),
                        type,
                        mint.now(),
                        "",
                        claim,
                        ACTOR,
                        null,
                        version,
                        null,
                        null),
                command);
    }
}
