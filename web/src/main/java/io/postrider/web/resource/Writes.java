package io.postrider.web.resource;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.limits.Tenants;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.RequestTenant;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Sends the commands of requests, and applies their events on this node before the response. */
public final class Writes {

    /** The write takes effect in any case; readiness reports a slower log. */
    private static final Duration SHOWN_MAX = Duration.ofSeconds(1);

    private final CommandGateway gateway;
    private final IdGenerator mint;
    private final IdempotencyScopes scopes;
    private final WriteResults settlement;
    private final Map<Context, CommandCodec> codecs = new EnumMap<>(Context.class);
    private final List<LocalEventListener> holders;
    private final RecentWrites recent;
    private final ReplicaBarrier replicas;
    private final Tenants tenants;
    private final WriteGuard guard;

    /**
     * @param holders listeners that get events at once
     * @param replicas reports when other nodes have them too
     * @param tenants tenants whose shares of these waits are used
     * @param guard rejects commands before they are sent
     */
    public Writes(
            CommandGateway gateway,
            IdGenerator mint,
            IdempotencyScopes scopes,
            SchemaIds ids,
            List<LocalEventListener> holders,
            RecentWrites recent,
            ReplicaBarrier replicas,
            Tenants tenants,
            WriteGuard guard) {
        this.gateway = gateway;
        this.mint = mint;
        this.scopes = scopes;
        this.settlement = new WriteResults(ids);
        this.holders = List.copyOf(holders);
        this.recent = recent;
        this.replicas = replicas;
        this.tenants = tenants;
        this.guard = guard;
        for (Context context : Context.values()) {
            codecs.put(context, CommandCodec.of(context, ids));
        }
    }

    /**
     * Does the work of a request, unless another request with its Idempotency-Key is in flight on this node. Once begun, it
     * continues if the caller disconnects.
     */
    public Mono<ApiResponse> once(
            ApiRequest request,
            Function<Optional<Idempotency>, CompletionStage<ApiResponse>> work) {
        Optional<Idempotency> idempotency = scopes.of(request);
        if (idempotency.isEmpty()) {
            return answer(work.apply(idempotency));
        }
        String scope = idempotency.get().scope();
        if (!scopes.enter(scope)) {
            return Mono.just(Problem.inFlight());
        }
        boolean begun = false;
        try {
            CompletionStage<ApiResponse> stage = work.apply(idempotency);
            begun = true;
            return answer(stage.whenComplete((answered, failure) -> scopes.leave(scope)));
        } finally {
            if (!begun) {
                scopes.leave(scope);
            }
        }
    }

    /** Sends a change to its aggregate. */
    public CompletionStage<WriteResult> send(ApiRequest request, CommandRequest change) {
        return send(request, author(request), change, typeOf(change), change.command());
    }

    /** Sends a command for an actor who is not the authenticated caller, such as a user who signs in. */
    public CompletionStage<WriteResult> sendAs(
            ApiRequest request, Actor actor, CommandRequest change) {
        return sendAs(request, actor, "", change);
    }

    /** The same in another workspace than that of the request. */
    public CompletionStage<WriteResult> sendAs(
            ApiRequest request, Actor actor, String workspace, CommandRequest change) {
        Author author = new Author(actor, workspace);
        return send(request, author, change, typeOf(change), change.command());
    }

    /** The author of a command, and its workspace. */
    private record Author(Actor actor, String workspace) {}

    private static Author author(ApiRequest request) {
        return new Author(request.principal().actor(), request.workspace());
    }

    private String typeOf(CommandRequest change) {
        return Objects.requireNonNull(codecs.get(change.context())).typeOf(change.command());
    }

    /** Reserves the Idempotency-Key of a request at an aggregate that the key determines. */
    public CompletionStage<WriteResult> reserve(
            ApiRequest request, Context context, String aggregate, Idempotency idempotency) {
        CommandRequest change =
                new CommandRequest(
                        context,
                        aggregate,
                        idempotency,
                        Optional.empty(),
                        Optional.of(idempotency));
        return send(request, author(request), change, CommandRecord.RESERVE, null);
    }

    /**
     * Creates a resource whose name leads to another partition than the Idempotency-Key of the request. The key is reserved
     * first at its own aggregate: the same key with another body may name another resource.
     *
     * @param aggregate the aggregate of the key; called only if there is a key
     * @param making continues with the reservation of the key
     */
    public CompletionStage<WriteResult> reserved(
            ApiRequest request,
            Context context,
            Optional<Idempotency> idempotency,
            Function<Idempotency, String> aggregate,
            Supplier<CompletionStage<WriteResult>> making) {
        if (idempotency.isEmpty()) {
            return making.get();
        }
        Idempotency key = idempotency.get();
        return reserve(request, context, aggregate.apply(key), key)
                .thenCompose(written ->
                        written instanceof WriteResult.Reserved
                                ? making.get()
                                : CompletableFuture.completedStage(written));
    }

    private CompletionStage<WriteResult> send(
            ApiRequest request,
            Author author,
            CommandRequest change,
            String type,
            @Nullable Record body) {
        Optional<Problem> refused =
                body == null ? Optional.empty() : guard.refuse(author.workspace(), body);
        if (refused.isPresent()) {
            return CompletableFuture.completedStage(
                    new WriteResult.Failed(refused.get(), Optional.empty()));
        }
        CommandHeader header =
                new CommandHeader(
                        mint.freshId(IdKind.CMD),
                        type,
                        mint.now(),
                        author.workspace(),
                        change.aggregate(),
                        author.actor(),
                        request.requestId(),
                        change.expectedVersion().orElse(null),
                        change.idempotency().orElse(null),
                        null);
        return gateway.send(
                        change.context(),
                        new CommandRecord(header, body),
                        change.aggregate(),
                        request.traceparent())
                .thenApply(settled -> settlement.of(change.context(), settled))
                .thenCompose(written ->
                        written instanceof WriteResult.Holds holds
                                ? held(request, author, change.context(), holds)
                                : CompletableFuture.completedStage(written));
    }

    private CompletionStage<WriteResult> held(
            ApiRequest request, Author author, Context context, WriteResult.Holds holds) {
        List<LocalEventListener> told =
                holders.stream().filter(holder -> holder.context() == context).toList();
        told.forEach(holder -> holder.apply().accept(holds.event()));
        recent.note(holds.event(), holds.token());
        return told.stream().anyMatch(LocalEventListener::everywhere)
                ? replicas.await(tenant(request, author), holds.token(), SHOWN_MAX)
                        .thenApply(_ -> holds)
                : CompletableFuture.completedStage(holds);
    }

    /** Called after the event is applied: it may have created the user or the workspace. */
    private String tenant(ApiRequest request, Author author) {
        return RequestTenant.of(request, author.actor(), author.workspace(), tenants);
    }

    private static Mono<ApiResponse> answer(CompletionStage<ApiResponse> stage) {
        // A caller that disconnects must not cancel work that others may wait for.
        return Mono.fromFuture(stage.toCompletableFuture(), true);
    }
}
