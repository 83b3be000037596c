package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.models.ConnectionPatch;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelConnection;
import io.postrider.schemas.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
            ApiRequest request, ConnectionDraft draft, Function<Written, Answer> answer) {
        return writes.once(
                request,
                idempotency -> {
                    String id = mint.id(IdKind.CON, idempotency);
                    boolean known = table.connection(request.workspace(), id).isPresent();
                    if (!known && table.isFull(request.workspace())) {
                        return CompletableFuture.completedStage(ModelTable.full());
                    }
                    return secrets.seal(request.workspace(), id, draft)
                            .map(sealed ->
                                    writes.send(
                                                    request,
                                                    Change.of(
                                                            Context.MODELS,
                                                            id,
                                                            new ModelCommand.CreateConnection(
                                                                    connection(
                                                                            request, draft, id,
                                                                            sealed)),
                                                            idempotency))
                                            .thenApply(answer))
                            .orElseGet(() ->
                                    CompletableFuture.completedStage(Problem.secretsUnavailable()));
                });
    }

    private ModelConnection connection(
            ApiRequest request, ConnectionDraft draft, String id, ConnectionSecrets.Sealed sealed) {
        Instant now = mint.now();
        return new ModelConnection(
                id,
                request.workspace(),
                draft.name().orElseThrow(),
                ModelConnection.OPENAI_COMPATIBLE,
                draft.baseUrl().orElseThrow(),
                sealed.headers(),
                seconds(draft),
                sealed.apiKey(),
                Metadata.values(draft.metadata()),
                now,
                now);
    }

    Mono<Answer> update(
            ApiRequest request,
            String id,
            ConnectionDraft draft,
            Optional<Long> expectedVersion,
            Function<Written, Answer> answer) {
        return secrets.seal(request.workspace(), id, draft)
                .map(sealed ->
                        send(
                                request,
                                id,
                                new ModelCommand.UpdateConnection(
                                        request.workspace(), patch(draft, sealed)),
                                expectedVersion,
                                answer))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private static ConnectionPatch patch(ConnectionDraft draft, ConnectionSecrets.Sealed sealed) {
        return new ConnectionPatch(
                draft.changed(),
                draft.name().orElse(null),
                draft.baseUrl().orElse(null),
                sealed.headers(),
                seconds(draft),
                sealed.apiKey(),
                Metadata.values(draft.metadata()));
    }

    private static @Nullable Integer seconds(ConnectionDraft draft) {
        return draft.timeout().map(Duration::toSeconds).map(Math::toIntExact).orElse(null);
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
