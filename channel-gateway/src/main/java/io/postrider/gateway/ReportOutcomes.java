package io.postrider.gateway;

import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Turns outcomes of attempts into commands to their messages. */
final class ReportOutcomes extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private final ValueCodec<Attempt> attempts;
    private final Commands commands;

    ReportOutcomes(SchemaIds ids, Commands commands) {
        this.attempts = ValueCodec.attempts(Topics.SEND_ATTEMPTS, ids);
        this.commands = commands;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        boolean isAttempt =
                context()
                        .recordMetadata()
                        .orElseThrow()
                        .topic()
                        .equals(Topics.SEND_ATTEMPTS.name());
        if (isAttempt) {
            report(attempts.decode(record.value()));
        }
    }

    private void report(Attempt attempt) {
        SendAttempts.told(attempt)
                .map(told ->
                        new RecordReceipt(attempt.workspace(), told.receipt(), told.providerId()))
                .ifPresent(command ->
                        context()
                                .forward(
                                        commands.record(
                                                attempt.workspace(), attempt.delivery(), command)));
    }
}
