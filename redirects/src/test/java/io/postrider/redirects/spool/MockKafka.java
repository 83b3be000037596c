package io.postrider.redirects.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Hands out mock producers and remembers what was sent through all of them. */
final class MockKafka {

    static final int PARTITIONS = 4;

    private final List<MockProducer<byte[], byte[]>> producers = new CopyOnWriteArrayList<>();

    static MockProducer<byte[], byte[]> producer(boolean autoComplete) {
        return new MockProducer<>(
                autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    SpoolDrainer drain(ClickSpool spool, Supplier<MockProducer<byte[], byte[]>> supplier) {
        return new SpoolDrainer(spool, () -> remember(supplier.get()), "clicks", PARTITIONS);
    }

    /** Onto a disk that can run full. */
    SpoolDrainer drain(ClickSpool spool, BooleanSupplier room) {
        return new SpoolDrainer(spool, () -> remember(producer(true)), "clicks", PARTITIONS, room);
    }

    /** With a drainer that does nothing, once it has nothing to do, until it is woken. */
    SpoolDrainer drainWhenWoken(ClickSpool spool, Supplier<MockProducer<byte[], byte[]>> supplier) {
        return new SpoolDrainer(
                spool,
                () -> remember(supplier.get()),
                "clicks",
                PARTITIONS,
                Duration.ofDays(1),
                () -> true);
    }

    private MockProducer<byte[], byte[]> remember(MockProducer<byte[], byte[]> producer) {
        producers.add(producer);
        return producer;
    }

    List<MockProducer<byte[], byte[]>> producers() {
        return producers;
    }

    MockProducer<byte[], byte[]> first() {
        return producers.getFirst();
    }

    List<ProducerRecord<byte[], byte[]>> sent() {
        return producers.stream().flatMap(producer -> producer.history().stream()).toList();
    }

    List<ProducerRecord<byte[], byte[]>> sent(LaneId lane) {
        return sent().stream()
                .filter(record -> new String(record.key(), UTF_8).equals(lane.name()))
                .toList();
    }

    List<byte[]> payloads(LaneId lane) {
        return sent(lane).stream().map(ProducerRecord::value).toList();
    }

    static List<byte[]> expected(int lane, long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(sequence -> Payloads.of(lane, sequence))
                .toList();
    }
}
