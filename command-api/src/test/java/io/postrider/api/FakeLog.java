package io.postrider.api;

import io.postrider.api.commands.CommandGateway;
import io.postrider.api.commands.Settled;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyDecider;
import io.postrider.domain.keys.KeyRejection;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkDecider;
import io.postrider.domain.links.LinkRejection;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookDecider;
import io.postrider.domain.webhooks.WebhookRejection;
import io.postrider.runtime.log.Partitions;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.LockedSchemaIds;
import io.postrider.schemas.Outcome;
import io.postrider.schemas.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The log and its deciders in memory: decides as the real ones do, partition by partition. */
public final class FakeLog implements CommandGateway {

    private final Partitions partitions = new Partitions(4);
    private final Map<String, EventRecord> newest = new HashMap<>();
    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final Map<Integer, Long> offsets = new HashMap<>();
    private final List<EventRecord> events = new ArrayList<>();
    private final List<CommandRecord> commands = new ArrayList<>();
    private @Nullable Settled instead;
    private @Nullable CompletableFuture<Void> hold;

    /** Everything that has happened, oldest first. */
    public synchronized List<EventRecord> events() {
        return List.copyOf(events);
    }

    /** Everything that was sent, oldest first. */
    public synchronized List<CommandRecord> commands() {
        return List.copyOf(commands);
    }

    /** Settles every command in this way from now on, without deciding it; null decides again. */
    public synchronized void settleInstead(@Nullable Settled settled) {
        instead = settled;
    }

    /** Answers no command from now on until the future completes. */
    public synchronized void holdUntil(CompletableFuture<Void> release) {
        hold = release;
    }

    /** Lets an event have happened that was decided elsewhere. */
    public synchronized void append(Context context, EventRecord event) {
        events.add(event);
        newest.put(context + "|" + event.header().aggregate(), event);
    }

    @Override
    public CompletionStage<Settled> send(Context context, CommandRecord command) {
        return send(context, command, command.header().aggregate());
    }

    @Override
    public synchronized CompletionStage<Settled> send(
            Context context, CommandRecord command, String routedBy) {
        commands.add(command);
        if (instead != null) {
            return CompletableFuture.completedStage(instead);
        }
        int partition = partitions.of(routedBy);
        long offset = offsets.merge(partition, 1L, Long::sum);
        Settled settled = new Settled.Decided(once(context, command, partition, offset));
        return hold == null
                ? CompletableFuture.completedStage(settled)
                : hold.thenApply(done -> settled);
    }

    private Outcome once(Context context, CommandRecord command, int partition, long offset) {
        Idempotency key = command.header().idempotency();
        boolean reservation = command.header().type().equals(CommandRecord.RESERVE);
        String scope = key == null ? "" : context + "|" + partition + "|" + key.scope();
        Outcome earlier = outcomes.get(scope);
        if (key != null && earlier != null) {
            if (!key.requestHash().equals(earlier.requestHash())) {
                return outcome(command, partition, offset, Outcome.KEY_REUSED, 0, null, null);
            }
            if (reservation || !earlier.kind().equals(Outcome.RESERVED)) {
                return earlier.asReplay();
            }
        }
        Outcome made =
                reservation
                        ? outcome(command, partition, offset, Outcome.RESERVED, 0, null, null)
                        : decided(context, command, partition, offset);
        if (key != null) {
            outcomes.put(scope, made);
        }
        return made;
    }

    private Outcome decided(Context context, CommandRecord command, int partition, long offset) {
        return switch (context) {
            case LINKS ->
                    decide(
                            context,
                            command,
                            partition,
                            offset,
                            new LinkDecider(),
                            LinkCommand.class,
                            FakeLog::refusal);
            case KEYS ->
                    decide(
                            context,
                            command,
                            partition,
                            offset,
                            new KeyDecider(),
                            KeyCommand.class,
                            rejection ->
                                    switch (rejection) {
                                        case KeyRejection.KeyExists _ ->
                                                Refusal.of("key_exists", "Exists.");
                                        case KeyRejection.KeyMissing _ ->
                                                Refusal.of("not_found", "No key.");
                                        case KeyRejection.KeyInvalid(List<FieldError> errors) ->
                                                invalid(errors);
                                    });
            case WEBHOOKS ->
                    decide(
                            context,
                            command,
                            partition,
                            offset,
                            new WebhookDecider(),
                            WebhookCommand.class,
                            rejection ->
                                    switch (rejection) {
                                        case WebhookRejection.WebhookExists _ ->
                                                Refusal.of("webhook_exists", "Exists.");
                                        case WebhookRejection.WebhookMissing _ ->
                                                Refusal.of("not_found", "No webhook.");
                                        case WebhookRejection.WebhookInvalid(
                                                        List<FieldError> errors) ->
                                                invalid(errors);
                                    });
            case WORKSPACES -> throw new IllegalArgumentException("not faked: " + command);
        };
    }

    private static Refusal invalid(List<FieldError> errors) {
        return new Refusal("invalid", "Some fields cannot be accepted.", errors);
    }

    private static Refusal refusal(LinkRejection rejection) {
        return switch (rejection) {
            case LinkRejection.SlugTaken _ -> Refusal.of("slug_taken", "Taken.");
            case LinkRejection.LinkMissing _ -> Refusal.of("not_found", "No link.");
            case LinkRejection.ClicksExhausted _ -> Refusal.of("clicks_exhausted", "Used up.");
            case LinkRejection.LinkInvalid(List<FieldError> errors) -> invalid(errors);
        };
    }

    @SuppressWarnings("unchecked")
    private <C, S, E, R> Outcome decide(
            Context context,
            CommandRecord command,
            int partition,
            long offset,
            Decider<C, S, E, R> decider,
            Class<C> type,
            Function<R, Refusal> refusals) {
        CommandHeader header = command.header();
        EventRecord known = newest.get(context + "|" + header.aggregate());
        long version = known == null ? 0 : known.header().sequence();
        if (header.expectedVersion() != null && header.expectedVersion() != version) {
            Refusal refusal = Refusal.of("version_mismatch", "It has changed.");
            return outcome(command, partition, offset, Outcome.REJECTED, version, null, refusal);
        }
        S state =
                known == null
                        ? decider.initialState()
                        : decider.evolve(
                                decider.initialState(),
                                (E) Objects.requireNonNull(known.payload()));
        Decision<E, R> decision =
                decider.decide(
                        state, Objects.requireNonNull(type.cast(command.body())), header.time());
        return switch (decision) {
            case Decision.Rejected<E, R>(R reason) ->
                    outcome(
                            command,
                            partition,
                            offset,
                            Outcome.REJECTED,
                            version,
                            null,
                            refusals.apply(reason));
            case Decision.Accepted<E, R>(List<E> made) -> {
                long next = version;
                for (E event : made) {
                    next += decider.makesVersion(event) ? 1 : 0;
                    append(context, record(context, header, (Record) event, next));
                }
                yield outcome(
                        command,
                        partition,
                        offset,
                        made.isEmpty() ? Outcome.UNCHANGED : Outcome.ACCEPTED,
                        next,
                        EventCodec.of(context, LockedSchemaIds.shipped())
                                .encode(
                                        Objects.requireNonNull(
                                                newest.get(context + "|" + header.aggregate()))),
                        null);
            }
        };
    }

    private static EventRecord record(
            Context context, CommandHeader header, Record payload, long version) {
        return new EventRecord(
                new EventHeader(
                        Id.of(IdKind.EVT, Id.parse(IdKind.CMD, header.id()).orElseThrow()),
                        EventCodec.of(context, LockedSchemaIds.shipped()).typeOf(payload),
                        header.time(),
                        header.workspace(),
                        header.aggregate(),
                        version,
                        header.id(),
                        header.correlationId(),
                        header.actor()),
                payload);
    }

    private static Outcome outcome(
            CommandRecord command,
            int partition,
            long offset,
            String kind,
            long version,
            byte @Nullable [] event,
            @Nullable Refusal refusal) {
        Idempotency key = command.header().idempotency();
        return new Outcome(
                command.header().id(),
                command.header().aggregate(),
                kind,
                version,
                event,
                refusal,
                partition,
                offset,
                Optional.ofNullable(key).map(Idempotency::requestHash).orElse(null),
                command.header().time(),
                false);
    }
}
