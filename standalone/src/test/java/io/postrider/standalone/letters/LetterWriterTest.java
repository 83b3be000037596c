package io.postrider.standalone.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.schemas.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The command ends with the first failure, also while the brokers are gone. */
class LetterWriterTest {

    private final Limited producer = new Limited();

    /** Notes the limits with which it is closed. */
    private static final class Limited extends MockProducer<byte[], byte[]> {

        private final List<Duration> closed = new ArrayList<>();

        Limited() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void close() {
            throw new AssertionError("without a limit");
        }

        @Override
        public void close(Duration timeout) {
            closed.add(timeout);
        }
    }

    @Test
    void aCommitThatTimesOutIsTheFailure() {
        producer.commitTransactionException = new TimeoutException("awaiting EndTxn");
        producer.abortTransactionException =
                new IllegalStateException("commitTransaction timed out and must be retried");

        try (LetterWriter writer = new LetterWriter(producer)) {
            assertThatThrownBy(() -> writer.drop(letter()))
                    .isSameAs(producer.commitTransactionException)
                    .hasSuppressedException(producer.abortTransactionException);
        }

        assertThat(producer.closed).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void whatTheBrokersRejectIsTheFailure() {
        KafkaException rejection = new TransactionalIdAuthorizationException("denied");
        producer.commitTransactionException = new KafkaException("in an error state", rejection);

        try (LetterWriter writer = new LetterWriter(producer)) {
            assertThatThrownBy(() -> writer.drop(letter())).isSameAs(rejection);
        }
    }

    @Test
    void aProducerThatGetsNoIdIsClosed() {
        producer.initTransactionException = new TimeoutException("awaiting InitProducerId");

        assertThatThrownBy(() -> new LetterWriter(producer))
                .isSameAs(producer.initTransactionException);
        assertThat(producer.closed).containsExactly(Duration.ofSeconds(5));
    }

    private static Letter letter() {
        Instant now = Instant.EPOCH;
        byte[] none = new byte[0];
        DeadLetter content =
                new DeadLetter(
                        "postrider-dispatcher",
                        "deliver",
                        "postrider.sends.v1",
                        0,
                        1,
                        now,
                        none,
                        none,
                        0,
                        "00ff",
                        Map.of(),
                        "ws_1",
                        "java.lang.IllegalStateException",
                        "broken",
                        now);
        return new Letter(content.id(), 0, 1, content);
    }
}
