package io.postrider.platform.offsets;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Creates the commands of a part of the system for the aggregates of one context. */
public final class SystemCommands {

    /** A little less than producers take. */
    public static final int RECORD_BYTES_MAX = 1_000_000;

    private static final UUID ONCE = UUID.fromString("3d5c1a52-0f7b-4a6e-9a5d-3f2f6f0f7c11");

    private final Actor actor;
    private final CommandCodec codec;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /** @param part the name of the part of the system, which is the actor of the commands */
    public SystemCommands(String part, Context context, SchemaIds ids, InstantSource clock) {
        this.actor = Actor.system(part);
        this.codec = CommandCodec.of(context, ids);
        this.clock = clock;
    }

    /**
     * The record of a command that is decided once, however often it is sent within a week. Its id is derived from its name.
     *
     * @param at time that the command concerns
     * @param name name by which a repeated command is recognised
     */
    public org.apache.kafka.streams.processor.api.Record<byte[], byte[]> once(
            String workspace, String aggregate, Record command, Instant at, String name) {
        UUID bits = Uuids.v5(ONCE, name);
        UUID id =
                Uuids.v7(
                        at.toEpochMilli(),
                        (short) bits.getMostSignificantBits(),
                        bits.getLeastSignificantBits());
        Idempotency idempotency = new Idempotency(name, "");
        return sent(aggregate, value(id, workspace, aggregate, command, null, idempotency));
    }

    /**
     * The record of a command for a sink, keyed by its aggregate.
     *
     * @throws RecordTooLargeException if the log does not take it; a sink would find out when nothing can be set aside any more
     */
    public org.apache.kafka.streams.processor.api.Record<byte[], byte[]> record(
            String workspace, String aggregate, Record command) {
        return record(workspace, aggregate, command, null);
    }

    /** The same, of a command that is given for a run. */
    public org.apache.kafka.streams.processor.api.Record<byte[], byte[]> record(
            String workspace, String aggregate, Record command, @Nullable Cause cause) {
        return sent(aggregate, value(workspace, aggregate, command, cause));
    }

    private org.apache.kafka.streams.processor.api.Record<byte[], byte[]> sent(
            String aggregate, byte[] value) {
        if (value.length > RECORD_BYTES_MAX) {
            throw new RecordTooLargeException(
                    "a command of %d bytes (expected: at most %d)"
                            .formatted(value.length, RECORD_BYTES_MAX));
        }
        return new org.apache.kafka.streams.processor.api.Record<>(
                aggregate.getBytes(StandardCharsets.US_ASCII), value, clock.millis());
    }

    /** The value of the record of a command, whose key is the aggregate. */
    public byte[] value(String workspace, String aggregate, Record command) {
        return value(workspace, aggregate, command, null);
    }

    /** The same, of a command that is given for a run. */
    public byte[] value(String workspace, String aggregate, Record command, @Nullable Cause cause) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return value(Uuids.v7(clock.instant(), bits), workspace, aggregate, command, cause, null);
    }

    private byte[] value(
            UUID id,
            String workspace,
            String aggregate,
            Record command,
            @Nullable Cause cause,
            @Nullable Idempotency idempotency) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, id),
                        codec.typeOf(command),
                        now,
                        workspace,
                        aggregate,
                        actor.causedBy(cause),
                        null,
                        null,
                        idempotency,
                        null);
        return codec.encode(new CommandRecord(header, command));
    }
}
