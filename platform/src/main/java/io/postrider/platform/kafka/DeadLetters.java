package io.postrider.platform.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.hashes.Sha256;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.traces.LogFields;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the dead letters of one application. */
public final class DeadLetters {

    /** The producer of an application sends no larger record: a larger letter would fail its task again and again. */
    public static final int LETTER_MAX = (1 << 20) - (8 << 10);

    public static final int MESSAGE_MAX = 1 << 10;

    /** Prefix of applications whose letters report gaps of a view; their records cannot be processed again. */
    public static final String VIEWS = "view-";

    private static final int HEADERS_MAX = 64;
    private static final String METER = "postrider.dead.letters";
    private static final String APPLICATION = "application";

    private static final Logger LOGGER = LoggerFactory.getLogger(DeadLetters.class);
    private static final byte[] NOTHING = {};

    private static final int COUNTS_MAX = 10_000;

    /** Shared, since each task has letters of its own. */
    private static final LetterCounts COUNTS =
            new LetterCounts(
                    10_000, COUNTS_MAX, requireNonNull(Topics.DEAD_LETTERS.retention()).toMillis());

    private static final Map<String, LongAdder> WRITTEN = new ConcurrentHashMap<>();

    private final ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(LockedSchemaIds.shipped());
    private final String application;
    private final @Nullable ToIntFunction<String> partitions;
    private final LongAdder written;

    /**
     * The letters of an application.
     *
     * @param application its name, which is the id of a Kafka Streams application
     * @param partitions gives the partition of a workspace, in which its letters are counted; null where nothing counts them
     */
    public DeadLetters(String application, @Nullable ToIntFunction<String> partitions) {
        this.application = application;
        this.partitions = partitions;
        this.written = WRITTEN.computeIfAbsent(application, _ -> new LongAdder());
    }

    /** Shows how many letters each application has written in this process; those of later applications when called again. */
    public static void show(MeterRegistry meters) {
        WRITTEN.forEach((application, written) -> {
            // A registry warns of a meter that it has.
            if (!application.isEmpty()
                    && meters.find(METER).tag(APPLICATION, application).meter() == null) {
                FunctionCounter.builder(METER, written, LongAdder::sum)
                        .description("Records that an application has set aside")
                        .tag(APPLICATION, application)
                        .register(meters);
            }
        });
    }

    /** Shows of how many workspaces letters are counted. */
    public static void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "dead_letter_counts", COUNTS::size, COUNTS_MAX);
    }

    /** Logs that a record is set aside, and makes its dead letter as {@link #of} does. */
    public ProducerRecord<byte[], byte[]> setAside(
            String processor,
            ConsumerRecord<byte[], byte[]> record,
            @Nullable String workspace,
            Throwable thrown) {
        LogFields.add(
                        LogFields.trace(LOGGER.atError(), TraceParent.of(record.headers())),
                        LogFields.WORKSPACE,
                        workspace)
                .addKeyValue(APPLICATION, application)
                .addKeyValue("processor", processor)
                .addKeyValue("topic", record.topic())
                .addKeyValue("partition", record.partition())
                .addKeyValue("offset", record.offset())
                .addKeyValue("exception", thrown.getClass().getName())
                .addKeyValue("at", place(thrown))
                .log("A record was moved to the dead-letter topic");
        return of(processor, record, workspace, thrown);
    }

    /**
     * The dead letter of a record. An application that uses transactions writes it in the one that passes over the record.
     *
     * @param processor the part of the application that failed
     * @param workspace workspace of the record; null if it is not known
     */
    public ProducerRecord<byte[], byte[]> of(
            String processor,
            ConsumerRecord<byte[], byte[]> record,
            @Nullable String workspace,
            Throwable thrown) {
        DeadLetter letter = bounded(processor, record, workspace, thrown);
        long at = letter.at().toEpochMilli();
        written.increment();
        boolean kept = COUNTS.take(application, workspace, at);
        return new ProducerRecord<>(
                Topics.DEAD_LETTERS.name(),
                partitions == null
                        ? null
                        : partitions.applyAsInt(requireNonNullElse(workspace, letter.id())),
                at,
                (kept ? letter.id() : letter.beyondId()).getBytes(UTF_8),
                codec.encode(kept ? letter : letter.withoutContents()));
    }

    private DeadLetter bounded(
            String processor,
            ConsumerRecord<byte[], byte[]> record,
            @Nullable String workspace,
            Throwable thrown) {
        DeadLetter letter = letter(processor, record, workspace, thrown, LETTER_MAX);
        int beyond = codec.encode(letter).length - LETTER_MAX;
        return beyond <= 0
                ? letter
                : letter(
                        processor,
                        record,
                        workspace,
                        thrown,
                        Math.max(0, letter.value().length - beyond));
    }

    /** The place of an exception, instead of its message, which may contain contents of a record. */
    public static String place(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("unknown");
    }

    private DeadLetter letter(
            String processor,
            ConsumerRecord<byte[], byte[]> record,
            @Nullable String workspace,
            Throwable thrown,
            int valueMax) {
        byte[] value = requireNonNullElse(record.value(), NOTHING);
        return new DeadLetter(
                application,
                processor,
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                value.length > valueMax ? Arrays.copyOf(value, valueMax) : value,
                value.length,
                Sha256.hex(value),
                texts(record.headers()),
                workspace,
                thrown.getClass().getName(),
                cut(requireNonNullElse(thrown.getMessage(), "")),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }

    private static Map<String, String> texts(Headers headers) {
        Map<String, String> all = new HashMap<>();
        for (Header header : headers) {
            if (all.size() < HEADERS_MAX) {
                byte[] value = requireNonNullElse(header.value(), NOTHING);
                all.put(cut(header.key()), cut(new String(value, UTF_8)));
            }
        }
        return all;
    }

    private static String cut(String message) {
        return message.substring(0, Math.min(message.length(), MESSAGE_MAX));
    }

    /** A record as it was read, for {@link #of}. */
    public static ConsumerRecord<byte[], byte[]> source(
            String topic,
            int partition,
            long offset,
            long timestamp,
            Headers headers,
            byte @Nullable [] key,
            byte @Nullable [] value) {
        return new ConsumerRecord<>(
                topic,
                partition,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                key,
                value,
                new RecordHeaders(headers),
                Optional.empty());
    }
}
