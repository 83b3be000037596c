package io.postrider.automation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.runtime.log.SystemCommands;
import io.postrider.schemas.Context;
import io.postrider.schemas.SchemaIds;
import java.time.InstantSource;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the records of the commands that the engine gives to one context. */
final class Commands {

    private final SystemCommands commands;
    private final InstantSource clock;

    Commands(Context context, SchemaIds ids, InstantSource clock) {
        this.commands = new SystemCommands("automation-engine", context, ids, clock);
        this.clock = clock;
    }

    /** The record of a command, keyed by its aggregate. */
    Record<byte[], byte[]> record(String workspace, String aggregate, java.lang.Record command) {
        return new Record<>(
                aggregate.getBytes(US_ASCII),
                commands.value(workspace, aggregate, command),
                clock.millis());
    }
}
