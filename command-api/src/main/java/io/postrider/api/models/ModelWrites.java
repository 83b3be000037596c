package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.api.models.ModelFields.NewModel;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelCommand;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Makes and changes models.
 *
 * <p>The name chooses the partition, so a repeated request with another body may lead elsewhere. What an Idempotency-Key
 * was used for is therefore remembered first where the key itself leads.
 */
final class ModelWrites {

    private final Writes writes;
    private final IdMint mint;
    private final ModelTable table;

    ModelWrites(Writes writes, IdMint mint, ModelTable table) {
        this.writes = writes;
        this.mint = mint;
        this.table = table;
    }

    Mono<Answer> create(ApiRequest request, NewModel wanted, Function<Written, Answer> answer) {
        return writes.once(
                request,
                idempotency ->
                        hasRoom(request, wanted)
                                ? made(request, wanted, idempotency).thenApply(answer)
                                : CompletableFuture.completedStage(ModelTable.full()));
    }

    /** Whoever repeats a request finds its model there already. */
    private boolean hasRoom(ApiRequest request, NewModel wanted) {
        String workspace = request.workspace();
        return !table.isFull(workspace) || table.model(workspace, wanted.alias()).isPresent();
    }

    private CompletionStage<Written> made(
            ApiRequest request, NewModel wanted, Optional<Idempotency> idempotency) {
        return writes.reserved(
                request,
                Context.MODELS,
                idempotency,
                Idempotency::scope,
                () -> send(request, wanted, idempotency));
    }

    private CompletionStage<Written> send(
            ApiRequest request, NewModel wanted, Optional<Idempotency> idempotency) {
        Model model = wanted.model(request.workspace(), mint.now());
        boolean connected = isConnected(request, model.connectionId());
        return writes.send(
                request,
                Change.of(
                        Context.MODELS,
                        model.key(),
                        new ModelCommand.CreateModel(model, connected),
                        idempotency));
    }

    boolean isConnected(ApiRequest request, String connectionId) {
        return table.connection(request.workspace(), connectionId).isPresent();
    }

    Mono<Answer> change(
            ApiRequest request,
            String alias,
            Record command,
            Optional<Long> expectedVersion,
            Function<Written, Answer> answer) {
        Change change =
                new Change(
                        Context.MODELS,
                        Model.keyOf(request.workspace(), alias),
                        command,
                        expectedVersion,
                        Optional.empty());
        return writes.once(request, _ -> writes.send(request, change).thenApply(answer));
    }
}
