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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Sends what requests want to the log, and lets it hold on this node before it is answered. */
public final class Writes {

    private static final Pattern TRACEPARENT =
            Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    /** The write holds all the same; a log that is slower than that is told by readiness. */
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
     * @param holders who is to know of events at once
     * @param replicas tells when others can know of them too
     * @param tenants whose shares of the waits for that are taken
     * @param guard what it refuses is not sent
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
     * Does the work of a request, unless another request with its Idempotency-Key is under way here. Once begun it goes
     * on, even if the caller hangs up.
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

    /** Sends a change on behalf of somebody whom the gate does not know, or not yet. */
    public CompletionStage<WriteResult> sendAs(
            ApiRequest request, Actor actor, CommandRequest change) {
        return sendAs(request, actor, "", change);
    }

    /** The same in a workspace that the request does not come from. */
    public CompletionStage<WriteResult> sendAs(
            ApiRequest request, Actor actor, String workspace, CommandRequest change) {
        Author author = new Author(actor, workspace);
        return send(request, author, change, typeOf(change), change.command());
    }

    /** Whose change it is, and in which workspace. */
    private record Author(Actor actor, String workspace) {}

    private static Author author(ApiRequest request) {
        return new Author(request.principal().actor(), request.workspace());
    }

    private String typeOf(CommandRequest change) {
        return Objects.requireNonNull(codecs.get(change.context())).typeOf(change.command());
    }

    /** Takes the Idempotency-Key of a request, where the aggregate that it leads to lives. */
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
     * Does what makes something whose name leads to another partition than the Idempotency-Key of the request, which is
     * taken first where it leads itself: the same key with another body may name something else.
     *
     * @param aggregate where the key leads; asked for only if there is one
     * @param making goes on with what the key is remembered by
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
                        traceparent(request))
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

    /** Asked for after the event is held: it may have made the user or the workspace. */
    private String tenant(ApiRequest request, Author author) {
        return RequestTenant.of(request, author.actor(), author.workspace(), tenants);
    }

    private static @Nullable String traceparent(ApiRequest request) {
        String given = request.headers().getFirst("traceparent");
        return given != null && TRACEPARENT.matcher(given).matches() ? given : null;
    }

    private static Mono<ApiResponse> answer(CompletionStage<ApiResponse> stage) {
        // A caller that hangs up must not cancel what others may wait for too.
        return Mono.fromFuture(stage.toCompletableFuture(), true);
    }
}
