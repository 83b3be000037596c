package io.postrider.api.links;

import io.postrider.api.links.LinkFields.NewLink;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkRules;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.IdempotencyScopes;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.PublicAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Creates links, with the caller's slugs or with generated ones.
 *
 * <p>A slug determines the partition, so a repeated request with another body may go elsewhere. The use of an Idempotency-Key
 * is therefore remembered at a partition that the key itself determines: that of the slug derived from the key, where a request
 * without a slug goes first.
 */
final class LinkWrites {

    static final int GENERATED_LENGTH = 7;
    private static final int ATTEMPTS_MAX = 5;

    private final Writes writes;
    private final IdGenerator mint;
    private final IdempotencyScopes scopes;
    private final String domain;

    LinkWrites(Writes writes, IdGenerator mint, IdempotencyScopes scopes, PublicAddress address) {
        this.writes = writes;
        this.mint = mint;
        this.scopes = scopes;
        this.domain = address.domain();
    }

    CompletionStage<WriteResult> create(
            ApiRequest request, NewLink wanted, Optional<Idempotency> idempotency) {
        return wanted.slug()
                .map(slug -> named(request, wanted, slug, idempotency))
                .orElseGet(() -> generated(request, wanted, idempotency, 0));
    }

    private CompletionStage<WriteResult> named(
            ApiRequest request, NewLink wanted, String slug, Optional<Idempotency> idempotency) {
        return writes.reserved(
                request,
                Context.LINKS,
                idempotency,
                key -> Link.keyOf(domain, slug(Optional.of(key), 0)),
                () -> send(request, wanted, slug, idempotency, idempotency));
    }

    private CompletionStage<WriteResult> generated(
            ApiRequest request, NewLink wanted, Optional<Idempotency> idempotency, int attempt) {
        Optional<Idempotency> scope = idempotency.map(first -> scopes.attempt(first, attempt));
        return send(request, wanted, slug(idempotency, attempt), idempotency, scope)
                .thenCompose(written ->
                        isTaken(written) && attempt + 1 < ATTEMPTS_MAX
                                ? generated(request, wanted, idempotency, attempt + 1)
                                : CompletableFuture.completedStage(written));
    }

    private static boolean isTaken(WriteResult written) {
        return written instanceof WriteResult.Failed(Problem problem, var _)
                && problem.code().equals("slug_taken");
    }

    private String slug(Optional<Idempotency> idempotency, int attempt) {
        for (int round = 0; ; round++) {
            String purpose = "slug/" + attempt + "/" + round;
            String slug = mint.base62(GENERATED_LENGTH, purpose, idempotency.orElse(null));
            if (!LinkRules.isReserved(slug)) {
                return slug;
            }
        }
    }

    /**
     * @param minting source of ids; {@code scope} identifies this attempt
     */
    private CompletionStage<WriteResult> send(
            ApiRequest request,
            NewLink wanted,
            String slug,
            Optional<Idempotency> minting,
            Optional<Idempotency> scope) {
        Instant now = mint.now();
        Link blank =
                Link.blank(mint.id(IdKind.LNK, minting), request.workspace(), domain, slug, now);
        Link link = wanted.patch().applyTo(blank, now);
        return writes.send(
                request,
                CommandRequest.of(
                        Context.LINKS, link.key(), new LinkCommand.CreateLink(link), scope));
    }
}
