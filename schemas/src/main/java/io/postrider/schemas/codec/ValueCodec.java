package io.postrider.schemas.codec;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Callback;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.KeptCompletion;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.QuotaUse;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.RunLimitSignal;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import org.apache.avro.generic.GenericRecord;

/**
 * Writes and reads the values of a topic whose records all have one type.
 *
 * @param <T> the record type
 */
public final class ValueCodec<T extends Record> {

    private final Class<T> type;
    private final FramedAvro framed;
    private final RecordCodec codec;

    private ValueCodec(Class<T> type, FramedAvro framed) {
        this.type = type;
        this.framed = framed;
        this.codec = new RecordCodec(type, framed.schema());
    }

    /** Raw clicks. */
    public static ValueCodec<RawClick> rawClicks(SchemaIds ids) {
        return of(RawClick.class, Topics.CLICKS_RAW.subject(), ids);
    }

    /** Deliveries of webhooks. */
    public static ValueCodec<Delivery> deliveries(SchemaIds ids) {
        return deliveries(Topics.DELIVERIES, ids);
    }

    /** Deliveries in a topic of them. */
    public static ValueCodec<Delivery> deliveries(Topic topic, SchemaIds ids) {
        return of(Delivery.class, topic.subject(), ids);
    }

    /** Attempts of webhooks. */
    public static ValueCodec<Attempt> attempts(SchemaIds ids) {
        return attempts(Topics.ATTEMPTS, ids);
    }

    /** Attempts in a topic of them. */
    public static ValueCodec<Attempt> attempts(Topic topic, SchemaIds ids) {
        return of(Attempt.class, topic.subject(), ids);
    }

    /** Turns of runs. */
    public static ValueCodec<RunLimitSignal> turns(SchemaIds ids) {
        return of(RunLimitSignal.class, Topics.TURNS.subject(), ids);
    }

    /** Calls of providers. */
    public static ValueCodec<Callback> callbacks(SchemaIds ids) {
        return of(Callback.class, Topics.INGEST.subject(), ids);
    }

    /** Secrets. */
    public static ValueCodec<Secret> secrets(SchemaIds ids) {
        return of(Secret.class, Topics.SECRETS.subject(), ids);
    }

    /** Last-seen times. */
    public static ValueCodec<LastSeen> lastSeen(SchemaIds ids) {
        return of(LastSeen.class, Topics.LAST_SEEN.subject(), ids);
    }

    /** Audit entries. */
    public static ValueCodec<AuditRecord> auditNotes(SchemaIds ids) {
        return of(AuditRecord.class, Topics.AUDIT.subject(), ids);
    }

    /** Usage of rate limits. */
    public static ValueCodec<QuotaUse> quotas(SchemaIds ids) {
        return of(QuotaUse.class, Topics.QUOTAS.subject(), ids);
    }

    /** Responses of completions. */
    public static ValueCodec<KeptCompletion> completions(SchemaIds ids) {
        return of(KeptCompletion.class, Topics.COMPLETIONS.subject(), ids);
    }

    /** Dead letters. */
    public static ValueCodec<DeadLetter> deadLetters(SchemaIds ids) {
        return of(DeadLetter.class, Topics.DEAD_LETTERS.subject(), ids);
    }

    /** Outcomes. */
    public static ValueCodec<CommandOutcome> outcomes(SchemaIds ids) {
        return of(CommandOutcome.class, Schemas.OUTCOME_SUBJECT, ids);
    }

    private static <T extends Record> ValueCodec<T> of(
            Class<T> type, String subject, SchemaIds ids) {
        return new ValueCodec<>(type, new FramedAvro(subject, ids));
    }

    /** The framed bytes of a value. */
    public byte[] encode(T value) {
        return framed.write(codec.toAvro(value));
    }

    /**
     * The value of framed bytes.
     *
     * @throws UndecodableException if they are something else
     */
    public T decode(byte[] bytes) {
        GenericRecord read = framed.read(bytes);
        return type.cast(codec.toJava(read));
    }

    /** The five bytes that stand in front of every value. */
    public byte[] prefix() {
        return framed.prefix();
    }
}
