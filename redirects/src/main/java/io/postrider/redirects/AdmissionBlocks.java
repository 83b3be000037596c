package io.postrider.redirects;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.threads.LoggedException;
import io.postrider.redirects.ClickAdmissions.Admission;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the owner of a link to admit a block of clicks. */
final class AdmissionBlocks {

    private static final Logger LOGGER = LoggerFactory.getLogger(AdmissionBlocks.class);
    private static final String TYPE = "link.admit_clicks";
    private static final String EXHAUSTED = "clicks_exhausted";
    private static final String NOT_FOUND = "not_found";
    private static final Actor ACTOR = Actor.system("redirect");

    // The gateway has a limit of its own; this one makes sure that no connection is held for ever.
    private static final long PATIENCE_SECONDS = 30;

    private final CommandGateway gateway;
    private final LinkDirectory directory;
    private final EventCodec events;
    private final EventCodec settlements;
    private final SecureRandom random = new SecureRandom();

    /**
     * The owner's decision on a block.
     *
     * @param admitted clicks of the block, the first ones
     * @param rest of the clicks
     */
    record Granted(long admitted, Admission rest) {

        static Granted all(Admission admission) {
            return new Granted(0, admission);
        }

        /** The decision on one click of the block, counted from 0. */
        Admission of(int index) {
            return index < admitted ? Admission.ADMITTED : rest;
        }
    }

    AdmissionBlocks(CommandGateway gateway, LinkDirectory directory, SchemaIds ids) {
        this.gateway = gateway;
        this.directory = directory;
        this.events = EventCodec.of(Context.LINKS, ids);
        this.settlements = EventCodec.settlements(Context.LINKS, ids);
    }

    /**
     * Requests a block; never fails. A change of the link by the decision is in the directory before the result is returned.
     *
     * @param requestId request id of the block's first visitor
     * @param at time of that visitor's request, in Unix milliseconds
     * @param count number of visitors, at least 1
     */
    CompletionStage<Granted> ask(Link link, String requestId, long at, int count) {
        return sent(() -> command(link, requestId, at, count))
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .thenApply(this::granted)
                .exceptionally(AdmissionBlocks::undecided);
    }

    private CompletionStage<CommandResult> sent(Supplier<CommandRecord> command) {
        try {
            return gateway.send(Context.LINKS, command.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private static Granted undecided(Throwable failure) {
        LOGGER.atWarn()
                .addKeyValue("exception", failure.getClass().getName())
                .log("The click limit was not checked for some clicks");
        return Granted.all(Admission.UNDECIDED);
    }

    private CommandRecord command(Link link, String requestId, long at, int count) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        Instant now = Instant.ofEpochMilli(at);
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, Uuids.v7(now, bits)),
                        TYPE,
                        now,
                        link.workspace(),
                        link.key(),
                        ACTOR,
                        requestId,
                        null,
                        null,
                        null);
        return new CommandRecord(header, new AdmitClicks(link.workspace(), count));
    }

    private Granted granted(CommandResult settled) {
        return switch (settled) {
            case CommandResult.Decided(CommandOutcome outcome) -> decided(outcome);
            case CommandResult.Unavailable _, CommandResult.Unknown _ ->
                    Granted.all(Admission.UNDECIDED);
        };
    }

    private Granted decided(CommandOutcome outcome) {
        EventRecord event = outcome.event() == null ? null : decoded(outcome.event());
        if (event != null) {
            show(event);
        }
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            return Granted.all(refused(rejection.code()));
        }
        // Nothing to change: the link has lost its limit.
        return outcome.kind().equals(CommandOutcome.UNCHANGED)
                ? Granted.all(Admission.ADMITTED)
                : accepted(event == null ? null : event.payload());
    }

    private EventRecord decoded(byte[] newest) {
        return (settlements.reads(newest) ? settlements : events).decode(newest);
    }

    /** The decision holds although this node cannot apply its event: its record will arrive. */
    private void show(EventRecord event) {
        try {
            directory.apply(event);
        } catch (RuntimeException e) {
            LOGGER.atWarn()
                    .addKeyValue("event", event.header().id())
                    .setCause(LoggedException.of(e))
                    .log("A change of a link cannot be applied before its record");
        }
    }

    private static Admission refused(String code) {
        return switch (code) {
            case EXHAUSTED -> Admission.EXHAUSTED;
            case NOT_FOUND -> Admission.GONE;
            default -> Admission.UNDECIDED;
        };
    }

    /** An event of a newer release contains no known number: no visitor is admitted by a guess. */
    private static Granted accepted(@Nullable Record event) {
        return switch (event) {
            case ClicksAdmitted(long count, _) -> new Granted(count, Admission.EXHAUSTED);
            case LinkExhausted(_, long count) -> new Granted(count, Admission.EXHAUSTED);
            case null, default -> Granted.all(Admission.UNDECIDED);
        };
    }
}
