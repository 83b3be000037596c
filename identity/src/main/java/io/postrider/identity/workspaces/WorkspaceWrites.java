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

/** Changes the workspace that a request is about. */
final class WorkspaceWrites {

    private final Writes writes;

    WorkspaceWrites(Writes writes) {
        this.writes = writes;
    }

    /** Changes it, if it is at the version that the request demands. */
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

    /** Whose role decides what he may give; empty for a key, which has none. */
    static String by(ApiRequest request) {
        return request.principal().isPerson() ? request.principal().id() : "";
    }

    /** The workspace after a write that holds. */
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
