package io.postrider.platform.kafka;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;

/** Limits the bytes that the records of one part use in the buffer of a shared producer. */
final class BufferShare {

    /** The bytes of a record beside its key and its value, approximately. */
    private static final int OVERHEAD = 128;

    private final int bytes;
    private final Semaphore free;
    private final Duration patience;

    /** @param patience maximum time that a send waits for room */
    BufferShare(int bytes, Duration patience) {
        this.bytes = bytes;
        this.free = new Semaphore(bytes, true);
        this.patience = patience;
    }

    /** Sends a record, or fails it as a producer does whose buffer is full. */
    Future<RecordMetadata> send(
            Producer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> record,
            Callback ended) {
        int size = Math.min(bytes, size(record));
        if (!taken(size)) {
            var full = new BufferExhaustedException("The share of " + bytes + " bytes is used up");
            ended.onCompletion(null, full);
            return CompletableFuture.failedFuture(full);
        }
        try {
            return producer.send(
                    record,
                    (metadata, failure) -> {
                        free.release(size);
                        ended.onCompletion(metadata, failure);
                    });
        } catch (RuntimeException e) {
            free.release(size);
            throw e;
        }
    }

    /** The bytes that are taken. Any thread may call this. */
    int used() {
        return bytes - free.availablePermits();
    }

    /** Waits until no record is under way, for a limited time. */
    void await(Duration atMost) {
        try {
            if (free.tryAcquire(bytes, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                free.release(bytes);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private boolean taken(int size) {
        try {
            return patience.isZero()
                    ? free.tryAcquire(size)
                    : free.tryAcquire(size, patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static int size(ProducerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        byte[] value = record.value();
        return OVERHEAD + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }
}
