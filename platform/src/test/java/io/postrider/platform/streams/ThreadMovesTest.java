package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class ThreadMovesTest {

    private final Map<String, Double> counters = new HashMap<>(Map.of("one", 1.0, "two", 1.0));
    private final Set<String> excused = new HashSet<>();
    private final ThreadMoves moves =
            new ThreadMoves(() -> Map.copyOf(counters), excused::contains);

    @Test
    void aThreadWhoseCountersStandStillDoesNotMove() {
        assertThat(moves.moved()).isTrue();

        counters.put("one", 2.0);
        assertThat(moves.moved()).isFalse();

        counters.put("one", 3.0);
        counters.put("two", 2.0);
        assertThat(moves.moved()).isTrue();
    }

    @Test
    void aThreadThatWaitsForABrokerMoves() {
        excused.addAll(Set.of("one", "two"));

        assertThat(moves.moved()).isTrue();
        assertThat(moves.moved()).isTrue();
    }

    @Test
    void whereAThreadWaitsIsSeenInItsStack() {
        StackTraceElement own =
                new StackTraceElement(
                        "io.postrider.automation.engine.RuleMatchProcessor", "process", null, 1);
        StackTraceElement client =
                new StackTraceElement(
                        "org.apache.kafka.clients.producer.KafkaProducer", "flush", null, 1);

        assertThat(ThreadMoves.waits(new StackTraceElement[] {own})).isFalse();
        assertThat(ThreadMoves.waits(new StackTraceElement[] {client, own})).isTrue();
    }

    @Test
    void everyStreamThreadHasCounters() {
        StreamsBuilder topology = new StreamsBuilder();
        topology.stream("topic").foreach((_, _) -> {});
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        try (KafkaStreams streams = new KafkaStreams(topology.build(), properties)) {
            assertThat(ThreadMoves.counters(streams.metrics()))
                    .hasSize(2)
                    .allSatisfy((thread, count) -> {
                        assertThat(thread).contains("-StreamThread-");
                        assertThat(count).isZero();
                    });
        }
    }
}
