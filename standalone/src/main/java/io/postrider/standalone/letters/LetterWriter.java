package io.postrider.standalone.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.streams.RetriedRecord;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Removes letters, and hands their records to their applications again. */
final class LetterWriter implements AutoCloseable {

    private static final int REQUEST_BYTES_MAX = 2 << 20;

    /** Without a limit, a producer waits for the end of its transaction for as long as the brokers are gone. */
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private static final Duration DELIVERY_MAX = Duration.ofMinutes(2);

    private final Producer<byte[], byte[]> producer;

    /** @param client the settings of a client of the log */
    LetterWriter(Map<String, Object> client) {
        this(
                new KafkaProducer<>(
                        settings(client), new ByteArraySerializer(), new ByteArraySerializer()));
    }

    LetterWriter(Producer<byte[], byte[]> producer) {
        this.producer = producer;
        try {
            producer.initTransactions();
        } catch (KafkaException e) {
            producer.close(CLOSE_MAX);
            throw e;
        }
    }

    private static Map<String, Object> settings(Map<String, Object> client) {
        Map<String, Object> all = new HashMap<>(client);
        all.put(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                NamePrefix.of("postrider-dead-letters-") + UUID.randomUUID());
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LetterLog.PATIENCE.toMillis());
        // A request can take as long as the properties of the installation say.
        all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        Connections.delivery(all, DELIVERY_MAX, DELIVERY_MAX);
        // The topic limits the size of records.
        all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES_MAX);
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * REQUEST_BYTES_MAX);
        return all;
    }

    void drop(Letter letter) {
        inTransaction(null, letter);
    }

    /**
     * Hands the record of a letter to its application, and removes the letter with it: if the record cannot be processed
     * this time either, its application sets it aside under the same id.
     *
     * @param value of the record, whole
     * @return the offset in the partition of retries that has the number of the record's own
     */
    long retry(Letter letter, DeadLetter whole, byte @Nullable [] value) {
        ProducerRecord<byte[], byte[]> again =
                new ProducerRecord<>(
                        Topics.RETRIES.name(),
                        whole.partition(),
                        null,
                        whole.key(),
                        value,
                        RetriedRecord.of(whole).headers(whole.headers()));
        return inTransaction(again, letter);
    }

    private long inTransaction(@Nullable ProducerRecord<byte[], byte[]> again, Letter removed) {
        producer.beginTransaction();
        try {
            Future<RecordMetadata> sent = producer.send(again == null ? tombstone(removed) : again);
            if (again != null) {
                var _ = producer.send(tombstone(removed));
            }
            producer.commitTransaction();
            return sent.get().offset();
        } catch (KafkaException e) {
            // The state of the transaction hides what the brokers have rejected.
            KafkaException failure = e.getCause() instanceof ApiException cause ? cause : e;
            abort(failure);
            throw failure;
        } catch (ExecutionException e) {
            throw new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }

    /** The outcome of a commit that has timed out is unknown, and the producer refuses to abort it. */
    private void abort(KafkaException failure) {
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            failure.addSuppressed(e);
        }
    }

    private static ProducerRecord<byte[], byte[]> tombstone(Letter letter) {
        return new ProducerRecord<>(
                Topics.DEAD_LETTERS.name(), letter.partition(), letter.id().getBytes(UTF_8), null);
    }

    @Override
    public void close() {
        producer.close(CLOSE_MAX);
    }
}
