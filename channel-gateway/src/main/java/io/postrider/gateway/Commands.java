package io.postrider.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandCodec;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.SchemaIds;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the records of the commands that the gateway gives to one context. */
final class Commands {

    private static final Actor ACTOR = Actor.system("channel-gateway");

    private final CommandCodec codec;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    Commands(Context context, SchemaIds ids, InstantSource clock) {
        this.codec = CommandCodec.of(context, ids);
        this.clock = clock;
    }

    /** The record of a command, keyed by its aggregate. */
    Record<byte[], byte[]> record(String workspace, String aggregate, java.lang.Record command) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, Uuids.v7(now, bits)),
                        codec.typeOf(command),
                        now,
                        workspace,
                        aggregate,
                        ACTOR,
                        null,
                        null,
                        null,
                        null);
        return new Record<>(
                aggregate.getBytes(US_ASCII),
                codec.encode(new CommandRecord(header, command)),
                now.toEpochMilli());
    }
}
