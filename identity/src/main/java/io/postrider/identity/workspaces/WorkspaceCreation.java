package io.postrider.identity.workspaces;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Role;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Principal;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Creates workspaces, each with its own data key. */
final class WorkspaceCreation {

    /** Maximum number of workspaces of one owner: every node keeps all workspaces in memory. */
    private static final int OWNED_MAX = 100;

    private final WorkspaceReplica table;
    private final Writes writes;
    private final IdGenerator mint;
    private final DataKeyRing ring;

    WorkspaceCreation(WorkspaceReplica table, Writes writes, IdGenerator mint, DataKeyRing ring) {
        this.table = table;
        this.writes = writes;
        this.mint = mint;
        this.ring = ring;
    }

    /** Creates a workspace that belongs to the caller. */
    Mono<ApiResponse> of(
            ApiRequest request, String name, Function<WriteResult, ApiResponse> answer) {
        Optional<String> owner = owner(request.principal());
        if (owner.isEmpty()) {
            return Mono.just(Problem.notFound());
        }
        return writes.once(
                request, idempotency -> opened(request, name, owner.get(), idempotency, answer));
    }

    private CompletionStage<ApiResponse> opened(
            ApiRequest request,
            String name,
            String owner,
            Optional<Idempotency> idempotency,
            Function<WriteResult, ApiResponse> answer) {
        String id = mint.id(IdKind.WS, idempotency);
        // A repeated request asks for an existing workspace.
        if (table.byId(id).isEmpty() && owned(owner) >= OWNED_MAX) {
            return CompletableFuture.completedStage(full());
        }
        Workspace workspace = Workspace.opened(id, name, owner, mint.now());
        CommandRequest change =
                CommandRequest.of(
                        Context.WORKSPACES, id, new CreateWorkspace(workspace), idempotency);
        return writes.sendAs(request, request.principal().actor(), id, change)
                .thenCompose(written ->
                        written instanceof WriteResult.Holds
                                ? withDataKey(id, answer.apply(written))
                                : CompletableFuture.completedStage(answer.apply(written)));
    }

    private static Problem full() {
        return Problem.of(
                409,
                "too_many_workspaces",
                "The owner has reached the limit of " + OWNED_MAX + " workspaces.");
    }

    /**
     * Runs after the decision: a data key stays in the log and in the memory of every node, so a rejected workspace must not
     * have one. A workspace whose data key is not made here gets one when it first seals a secret.
     */
    private CompletionStage<ApiResponse> withDataKey(String id, ApiResponse opened) {
        return ring.keyFor(id).handle((_, _) -> opened);
    }

    /** A workspace created with a key belongs to the user who has owned the key's workspace for longest. */
    private Optional<String> owner(Principal principal) {
        return principal.isPerson()
                ? Optional.of(principal.id())
                : table.owner(principal.workspace());
    }

    private long owned(String userId) {
        return table.of(userId).stream()
                .filter(known ->
                        known.value()
                                .member(userId)
                                .filter(member -> member.roleOf() == Role.OWNER)
                                .isPresent())
                .count();
    }
}
