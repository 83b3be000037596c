package io.postrider.platform.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedClientTest {

    private static final int BYTES = 1_000;

    private final MockProducer<byte[], byte[]> client =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final List<@Nullable Exception> ended = new ArrayList<>();

    @Test
    void closingAHandleLeavesTheClientOpen() {
        Producer<byte[], byte[]> handle = handle(Duration.ZERO);

        handle.close();
        handle.close(Duration.ofSeconds(1));

        assertThat(client.closed()).isFalse();
        send(handle);
        assertThat(client.history()).hasSize(1);
    }

    @Test
    void closingAHandleWaitsForItsRecords() throws Exception {
        Producer<byte[], byte[]> handle = handle(Duration.ZERO);
        send(handle);

        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(() -> handle.close(Duration.ofSeconds(30)));
        assertThat(closed).isNotDone();
        client.completeNext();

        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aHandleUsesTheClientOfTheMoment() {
        MockProducer<byte[], byte[]> next =
                new MockProducer<>(
                        true, null, new ByteArraySerializer(), new ByteArraySerializer());
        List<Producer<byte[], byte[]>> current = new ArrayList<>(List.of(client));
        Producer<byte[], byte[]> handle =
                SharedClient.handle(
                        () -> current.getFirst(), new BufferShare(BYTES, Duration.ZERO));

        current.set(0, next);
        send(handle);

        assertThat(client.history()).isEmpty();
        assertThat(next.history()).hasSize(1);
    }

    /** Each record has 628 bytes. */
    @Test
    void aPartThatHasUsedItsShareLeavesTheRoomOfOthers() {
        Producer<byte[], byte[]> one = handle(Duration.ZERO);
        Producer<byte[], byte[]> other = handle(Duration.ZERO);

        send(one);
        send(one);
        send(other);

        assertThat(client.history()).hasSize(2);
        assertThat(ended).singleElement().isInstanceOf(BufferExhaustedException.class);
        client.completeNext();
        send(one);
        assertThat(client.history()).hasSize(3);
    }

    @Test
    void aFailedRecordFreesItsRoom() {
        Producer<byte[], byte[]> handle = handle(Duration.ZERO);
        client.sendException = new TimeoutException("planted");

        assertThatThrownBy(() -> send(handle)).isInstanceOf(TimeoutException.class);
        client.sendException = null;
        send(handle);
        client.errorNext(new TimeoutException("planted"));
        send(handle);

        assertThat(client.history()).hasSize(2);
    }

    @Test
    void aPartMayWaitForItsShare() throws Exception {
        Producer<byte[], byte[]> handle = handle(Duration.ofSeconds(30));
        send(handle);

        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> send(handle));
        assertThat(second).isNotDone();
        client.completeNext();
        second.get(30, TimeUnit.SECONDS);

        assertThat(client.history()).hasSize(2);
    }

    private Producer<byte[], byte[]> handle(Duration patience) {
        return SharedClient.handle(() -> client, new BufferShare(BYTES, patience));
    }

    private void send(Producer<byte[], byte[]> handle) {
        var _ =
                handle.send(
                        new ProducerRecord<>(
                                "topic", "k".repeat(100).getBytes(UTF_8), new byte[400]),
                        (_, failure) -> {
                            if (failure != null) {
                                ended.add(failure);
                            }
                        });
    }
}
