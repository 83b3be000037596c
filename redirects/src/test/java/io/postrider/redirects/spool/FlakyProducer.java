package io.postrider.redirects.spool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer that refuses, throws, and fails at random, and resolves what it took on a thread of its own. */
final class FlakyProducer extends MockProducer<byte[], byte[]> {

    private record Taken(ProducerRecord<byte[], byte[]> record, Callback callback) {}

    private final Random random;
    private final List<ProducerRecord<byte[], byte[]>> log;
    private final Deque<Taken> taken = new ArrayDeque<>();
    private final Thread resolver;
    private boolean closing;

    FlakyProducer(Random random, List<ProducerRecord<byte[], byte[]>> log) {
        super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        this.random = random;
        this.log = log;
        this.resolver = Thread.ofPlatform().daemon().unstarted(this::resolve);
        resolver.start();
    }

    @Override
    public synchronized Future<RecordMetadata> send(
            ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        if (callback == null || closing) {
            throw new IllegalStateException("closed, or no callback");
        }
        int chance = random.nextInt(1000);
        if (chance < 20) {
            return refuse(callback, new BufferExhaustedException("no room"));
        } else if (chance < 30) {
            throw new org.apache.kafka.common.errors.TimeoutException("no metadata");
        } else if (chance == 30) {
            throw new KafkaException("broken");
        }
        taken.add(new Taken(record, callback));
        return new CompletableFuture<>();
    }

    private static Future<RecordMetadata> refuse(Callback callback, RuntimeException refusal) {
        callback.onCompletion(null, refusal);
        return CompletableFuture.failedFuture(refusal);
    }

    private void resolve() {
        while (resolveSome()) {
            LockSupport.parkNanos(200_000);
        }
    }

    /** Like a broker: most batches arrive in order; one fails, and those after it may arrive all the same. */
    private synchronized boolean resolveSome() {
        for (int batch = random.nextInt(60); batch > 0 && !taken.isEmpty(); batch--) {
            Taken next = taken.remove();
            switch (random.nextInt(800)) {
                case 0 -> next.callback().onCompletion(null, new OutOfOrderSequenceException(""));
                case 1 -> next.callback().onCompletion(null, new NotEnoughReplicasException(""));
                default -> {
                    log.add(next.record());
                    next.callback().onCompletion(null, null);
                }
            }
        }
        return !closing || !taken.isEmpty();
    }

    synchronized boolean isQuiet() {
        return taken.isEmpty() && closing;
    }

    @Override
    public void close(Duration timeout) {
        synchronized (this) {
            closing = true;
        }
        try {
            if (!resolver.join(timeout)) {
                throw new KafkaException("still at work");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
