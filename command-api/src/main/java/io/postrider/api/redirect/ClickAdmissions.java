package io.postrider.api.redirect;

import io.postrider.api.commands.CommandGateway;
import io.postrider.api.commands.Settled;
import io.postrider.api.links.LinkDirectory;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.AdmitClick;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.Outcome;
import io.postrider.schemas.Refusal;
import io.postrider.schemas.SchemaIds;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a link's owner decide whether one more click is let through, where their number is limited. */
final class ClickAdmissions {

    private static final Logger LOGGER = LoggerFactory.getLogger(ClickAdmissions.class);
    private static final String TYPE = "link.admit_click";
    private static final String EXHAUSTED = "clicks_exhausted";
    private static final String CLOCK_SKEW = "clock_skew";
    private static final Actor ACTOR = Actor.system("redirect");

    // The gateway has a limit of its own; this one only makes sure that no connection is held for
    // ever.
    private static final long PATIENCE_SECONDS = 30;

    private final CommandGateway gateway;
    private final LinkDirectory directory;
    private final EventCodec codec;
    private final SecureRandom random = new SecureRandom();

    /** What the owner decided. */
    enum Admission {
        ADMITTED,
        EXHAUSTED,
        GONE,
        UNDECIDED
    }

    ClickAdmissions(CommandGateway gateway, LinkDirectory directory, SchemaIds ids) {
        this.gateway = gateway;
        this.directory = directory;
        this.codec = EventCodec.of(Context.LINKS, ids);
    }

    /** Asks; never fails. What is decided holds in the directory before the answer is given. */
    CompletionStage<Admission> ask(Link link, Visit visit) {
        return gateway.send(Context.LINKS, command(link, visit))
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .handle(this::admission);
    }

    private CommandRecord command(Link link, Visit visit) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        Instant now = Instant.ofEpochMilli(visit.now());
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, Uuids.v7(now, bits)),
                        TYPE,
                        now,
                        link.workspace(),
                        link.key(),
                        ACTOR,
                        visit.requestId(),
                        null,
                        null,
                        null);
        return new CommandRecord(header, new AdmitClick(link.workspace()));
    }

    private Admission admission(@Nullable Settled settled, @Nullable Throwable failure) {
        if (settled == null) {
            LOGGER.atWarn()
                    .addKeyValue("error", String.valueOf(failure))
                    .log("Click was not decided on");
            return Admission.UNDECIDED;
        }
        return switch (settled) {
            case Settled.Decided(Outcome outcome) -> decided(outcome);
            case Settled.Unavailable _, Settled.Unknown _ -> Admission.UNDECIDED;
        };
    }

    private Admission decided(Outcome outcome) {
        if (outcome.event() != null) {
            directory.apply(codec.decode(outcome.event()));
        }
        Refusal refusal = outcome.refusal();
        if (refusal == null) {
            return Admission.ADMITTED;
        }
        return switch (refusal.code()) {
            case EXHAUSTED -> Admission.EXHAUSTED;
            case CLOCK_SKEW -> Admission.UNDECIDED;
            default -> Admission.GONE;
        };
    }
}
