package io.postrider.platform.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.AbstractRecords;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DeadLettersTest {

    private final DeadLetters letters = new DeadLetters("postrider-test", null);

    /** Otherwise the one record that was to be passed over fails its task for ever. */
    @Test
    void theLetterOfTheLargestRecordIsOneThatAProducerSends() {
        byte[] value = new byte[1 << 20];
        RecordHeaders headers = new RecordHeaders();
        for (int i = 0; i < 1_000; i++) {
            headers.add("header " + i, new byte[10_000]);
        }

        ProducerRecord<byte[], byte[]> made =
                letters.of(
                        "decide",
                        DeadLetters.source("topic", 3, 7, 0, headers, "key".getBytes(UTF_8), value),
                        null,
                        new IllegalStateException("x".repeat(10_000)));

        int size =
                AbstractRecords.estimateSizeInBytesUpperBound(
                        RecordBatch.CURRENT_MAGIC_VALUE,
                        CompressionType.NONE,
                        made.key(),
                        made.value(),
                        made.headers().toArray());
        assertThat(size).isLessThanOrEqualTo(requestBytesMax());
        DeadLetter letter = ValueCodec.deadLetters(LockedSchemaIds.shipped()).decode(made.value());
        assertThat(letter.length()).isEqualTo(value.length);
        assertThat(letter.value().length).isGreaterThan(value.length / 2);
    }

    /** Each scrape shows the letters of later applications; the registry logs a meter that it has. */
    @Test
    void lettersAreShownOnceAndNotLogged() {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(MeterRegistry.class);
        Level level = logger.getLevel();
        logger.setLevel(Level.DEBUG);
        logged.start();
        logger.addAppender(logged);
        MeterRegistry meters = new SimpleMeterRegistry();
        try {
            DeadLetters.show(meters);
            DeadLetters.show(meters);
        } finally {
            logger.detachAppender(logged);
            logger.setLevel(level);
        }

        assertThat(logged.list).isEmpty();
        assertThat(
                        meters.get("postrider.dead.letters")
                                .tag("application", "postrider-test")
                                .functionCounters())
                .hasSize(1);
    }

    private static int requestBytesMax() {
        Map<String, Object> all = new HashMap<>();
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        return new ProducerConfig(all).getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    }
}
