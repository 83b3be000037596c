package io.postrider.api.webhooks;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookPatch;
import io.postrider.runtime.egress.WebhookSecret;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/** Makes and changes webhook endpoints. */
final class WebhookWrites {

    private final Writes writes;
    private final IdMint mint;
    private final SecretBox box;
    private final SecureRandom random;
    private final WebhookTable table;
    private final int perWorkspace;

    /** @param perWorkspace how many webhooks a workspace may have */
    WebhookWrites(
            Writes writes,
            IdMint mint,
            SecretBox box,
            SecureRandom random,
            WebhookTable table,
            int perWorkspace) {
        this.writes = writes;
        this.mint = mint;
        this.box = box;
        this.random = random;
        this.table = table;
        this.perWorkspace = perWorkspace;
    }

    /** @param answer from what became of it and the new secret */
    Mono<Answer> create(
            ApiRequest request,
            WebhookPatch patch,
            BiFunction<Written, WebhookSecret, Answer> answer) {
        return writes.once(request, idempotency -> created(request, patch, idempotency, answer));
    }

    private CompletionStage<Answer> created(
            ApiRequest request,
            WebhookPatch patch,
            Optional<Idempotency> idempotency,
            BiFunction<Written, WebhookSecret, Answer> answer) {
        String id = mint.id(IdKind.WHK, idempotency);
        WebhookSecret secret = WebhookSecret.generate(random);
        Optional<String> sealed = box.seal(request.workspace(), id + "/secret", secret.reveal());
        if (sealed.isEmpty()) {
            return CompletableFuture.completedStage(Problem.secretsUnavailable());
        }
        // A repeated request asks for a webhook that is there already, and so has its place.
        if (!table.reserve(request.workspace(), id, perWorkspace)) {
            return CompletableFuture.completedStage(WebhookTable.full(perWorkspace));
        }
        return send(request, endpoint(request, patch, id, sealed.get()), idempotency)
                .whenComplete((_, _) -> table.release(request.workspace(), id))
                .thenApply(written -> answer.apply(written, secret));
    }

    private CompletionStage<Written> send(
            ApiRequest request, WebhookEndpoint endpoint, Optional<Idempotency> idempotency) {
        return writes.send(
                request,
                Change.of(
                        Context.WEBHOOKS,
                        endpoint.id(),
                        new WebhookCommand.CreateWebhook(endpoint),
                        idempotency));
    }

    private WebhookEndpoint endpoint(
            ApiRequest request, WebhookPatch patch, String id, String ciphertext) {
        Instant now = mint.now();
        return patch.applyTo(WebhookEndpoint.blank(id, request.workspace(), ciphertext, now), now);
    }

    Mono<Written> update(
            ApiRequest request, String id, WebhookPatch wanted, Optional<Long> expectedVersion) {
        Change change =
                new Change(
                        Context.WEBHOOKS,
                        id,
                        new WebhookCommand.UpdateWebhook(request.workspace(), wanted),
                        expectedVersion,
                        Optional.empty());
        return Mono.fromFuture(writes.send(request, change).toCompletableFuture(), true);
    }
}
