package io.postrider.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.platform.streams.DeadLetterHandler;
import io.postrider.platform.traces.LogFields;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads command records; whatever they hold, the answer depends on nothing but them and their place in the log. */
final class CommandReader {

    static final String TRACEPARENT = "traceparent";

    private static final Logger LOGGER = LoggerFactory.getLogger(CommandReader.class);
    private static final UUID UNREADABLE = UUID.fromString("6f0d7c2e-51a4-5b7e-9a53-0c6f2d9b8e11");
    private static final String UNREADABLE_TYPE = "unreadable";

    private final Map<String, Context> contexts = new HashMap<>();
    private final Map<Context, CommandCodec> codecs = new EnumMap<>(Context.class);

    CommandReader(SchemaIds ids) {
        for (Context context : Context.values()) {
            contexts.put(Topics.commands(context).name(), context);
            codecs.put(context, CommandCodec.of(context, ids));
        }
    }

    DecodedCommand read(Record<byte[], byte[]> record, RecordMetadata place) {
        Context context =
                requireNonNull(contexts.get(place.topic()), () -> "no commands: " + place.topic());
        CommandPosition origin =
                new CommandPosition(
                        context,
                        place.partition(),
                        place.offset(),
                        Instant.ofEpochMilli(record.timestamp()),
                        DecisionLogic.named(record.headers().lastHeader(DecisionLogic.HEADER)),
                        record.headers().lastHeader(TRACEPARENT));
        try {
            return command(origin, record.value());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            if (DeadLetterHandler.isOfPlatform(e)) {
                throw e;
            }
            return unreadable(origin, record, e);
        }
    }

    private DecodedCommand command(CommandPosition origin, byte @Nullable [] value) {
        if (value == null) {
            throw new IllegalArgumentException("a command without a value");
        }
        CommandRecord read = requireNonNull(codecs.get(origin.context())).decode(value);
        CommandHeader header = read.header();
        UUID uuid =
                Id.parse(IdKind.CMD, header.id())
                        .orElseThrow(
                                () -> new IllegalArgumentException("command id: " + header.id()));
        CommandHeader timed = header.withTime(origin.appended());
        if (CommandTime.isSkewed(header.time(), origin.appended())) {
            LogFields.add(
                            LogFields.add(
                                    LOGGER.atWarn(), LogFields.REQUEST, header.correlationId()),
                            LogFields.WORKSPACE,
                            header.workspace())
                    .addKeyValue("command", header.id())
                    .addKeyValue("node", header.replyTo())
                    .addKeyValue("time", header.time())
                    .addKeyValue("appended", origin.appended())
                    .log(
                            "A command is rejected because the clock of its node or of the broker is"
                                    + " wrong");
            return new DecodedCommand.Skewed(origin, timed, uuid);
        }
        return new DecodedCommand.Command(origin, timed, uuid, read.body());
    }

    private static DecodedCommand unreadable(
            CommandPosition origin, Record<byte[], byte[]> record, Throwable cause) {
        byte @Nullable [] key = record.key();
        UUID uuid =
                Uuids.v5(
                        UNREADABLE,
                        origin.context().commands()
                                + "/"
                                + origin.partition()
                                + "/"
                                + origin.offset());
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, uuid),
                        UNREADABLE_TYPE,
                        origin.appended(),
                        "",
                        key == null ? "" : new String(key, StandardCharsets.UTF_8),
                        null,
                        null,
                        null,
                        null,
                        null);
        return new DecodedCommand.Unreadable(origin, header, uuid, cause);
    }
}
