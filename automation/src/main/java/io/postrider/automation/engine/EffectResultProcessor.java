package io.postrider.automation.engine;

import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Reports the outcomes of effects to their runs. */
final class EffectResultProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private final ValueCodec<Attempt> attempts;
    private final SystemCommands commands;

    EffectResultProcessor(SchemaIds ids, SystemCommands commands) {
        this.attempts = ValueCodec.attempts(Topics.EFFECT_ATTEMPTS, ids);
        this.commands = commands;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        boolean outcome =
                context()
                        .recordMetadata()
                        .filter(from -> from.topic().equals(Topics.EFFECT_ATTEMPTS.name()))
                        .isPresent();
        if (outcome && record.value() != null) {
            report(attempts.decode(record.value()));
        }
    }

    private void report(Attempt attempt) {
        EffectAttempts.told(attempt)
                .map(command ->
                        commands.record(
                                attempt.workspace(), attempt.eventId(), (java.lang.Record) command))
                .ifPresent(context()::forward);
    }
}
