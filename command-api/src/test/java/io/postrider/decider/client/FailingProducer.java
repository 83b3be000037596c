package io.postrider.decider.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Fails as Kafka's producer does: by its callback, from within {@code send()}. */
final class FailingProducer extends MockProducer<byte[], byte[]> {

    @Nullable Exception failure;
    boolean failsOnAnotherThread;

    FailingProducer() {
        super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
            ProducerRecord<byte[], byte[]> record, Callback callback) {
        Exception failed = failure;
        if (failed == null) {
            return super.send(record, callback);
        }
        Runnable call = () -> callback.onCompletion(null, failed);
        if (failsOnAnotherThread) {
            CompletableFuture.runAsync(call).orTimeout(60, TimeUnit.SECONDS).join();
        } else {
            call.run();
        }
        return CompletableFuture.failedFuture(failed);
    }
}
