package io.postrider.identity.workspaces;

import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.schemas.Context;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Preconditions;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Sends commands on the workspace of a request. */
final class WorkspaceWrites {

    private final Writes writes;

    WorkspaceWrites(Writes writes) {
        this.writes = writes;
    }

    /** Sends a command if the workspace is at the version that the request requires. */
    <C extends Record & WorkspaceCommand> Mono<WriteResult> send(ApiRequest request, C command) {
        return switch (Preconditions.expectedVersion(request)) {
            case Validated.Refused<Optional<Long>>(var problem) ->
                    Mono.just(new WriteResult.Failed(problem, Optional.empty()));
            case Validated.Valid<Optional<Long>>(var version) ->
                    Mono.fromFuture(
                            writes.send(
                                            request,
                                            new CommandRequest(
                                                    Context.WORKSPACES,
                                                    request.workspace(),
                                                    command,
                                                    version,
                                                    Optional.empty()))
                                    .toCompletableFuture(),
                            true);
        };
    }

    /** The user whose role limits the roles that can be granted; empty for a key, which has no role. */
    static String by(ApiRequest request) {
        return request.principal().isPerson() ? request.principal().id() : "";
    }

    /** The workspace after a successful write. */
    static Versioned<Workspace> in(WriteResult.Holds holds) {
        return new Versioned<>(event(holds).workspace(), holds.version());
    }

    /** The newest event of the workspace. */
    static WorkspaceEvent event(WriteResult.Holds holds) {
        if (holds.event().payload() instanceof WorkspaceEvent change) {
            return change;
        }
        throw new IllegalStateException("not about a workspace: " + holds.event().header().type());
    }
}
