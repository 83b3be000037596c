package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.models.ConnectionPatch;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelConnection;
import io.postrider.schemas.Context;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Makes and changes connections; what they hold of secrets leaves here as ciphertext. */
final class ConnectionWrites {

    private final Writes writes;
    private final IdMint mint;
    private final ConnectionSecrets secrets;
    private final ModelTable table;

    ConnectionWrites(Writes writes, IdMint mint, ConnectionSecrets secrets, ModelTable table) {
        this.writes = writes;
        this.mint = mint;
        this.secrets = secrets;
        this.table = table;
    }

    Mono<Answer> create(
            ApiRequest request, ConnectionPatch patch, Function<Written, Answer> answer) {
        return writes.once(
                request,
                idempotency -> {
                    String id = mint.id(IdKind.CON, idempotency);
                    boolean known = table.connection(request.workspace(), id).isPresent();
                    if (!known && table.isFull(request.workspace())) {
                        return CompletableFuture.completedStage(ModelTable.full());
                    }
                    return secrets.seal(request.workspace(), id, patch)
                            .map(sealed ->
                                    writes.send(
                                                    request,
                                                    Change.of(
                                                            Context.MODELS,
                                                            id,
                                                            new ModelCommand.CreateConnection(
                                                                    connection(
                                                                            request, id, sealed)),
                                                            idempotency))
                                            .thenApply(answer))
                            .orElseGet(() ->
                                    CompletableFuture.completedStage(Problem.secretsUnavailable()));
                });
    }

    private ModelConnection connection(ApiRequest request, String id, ConnectionPatch sealed) {
        Instant now = mint.now();
        return sealed.applyTo(ModelConnection.blank(id, request.workspace(), now), now);
    }

    Mono<Answer> update(
            ApiRequest request,
            String id,
            ConnectionPatch patch,
            Optional<Long> expectedVersion,
            Function<Written, Answer> answer) {
        return secrets.seal(request.workspace(), id, patch)
                .map(sealed ->
                        send(
                                request,
                                id,
                                new ModelCommand.UpdateConnection(request.workspace(), sealed),
                                expectedVersion,
                                answer))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    Mono<Answer> delete(
            ApiRequest request,
            String id,
            Optional<Long> expectedVersion,
            Function<Written, Answer> answer) {
        return send(
                request,
                id,
                new ModelCommand.DeleteConnection(request.workspace()),
                expectedVersion,
                answer);
    }

    private Mono<Answer> send(
            ApiRequest request,
            String id,
            Record command,
            Optional<Long> expectedVersion,
            Function<Written, Answer> answer) {
        return writes.once(
                request,
                idempotency ->
                        writes.send(
                                        request,
                                        new Change(
                                                Context.MODELS,
                                                id,
                                                command,
                                                expectedVersion,
                                                idempotency))
                                .thenApply(answer));
    }
}
