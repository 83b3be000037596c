package com.example.clicks;

import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.kafka.EventDeserializer;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Prints the number of clicks of each slug until now, or until it is stopped. */
public final class CountClicks {

    private static final String TOPIC = "postrider.clicks.v1";

    private CountClicks() {}

    /**
     * Reads the topic of clicks.
     *
     * @param arguments a file with settings of the Kafka client, such as kafka-client.properties of the data folder; the address of
     *     the schema registry or of Postrider; the number of clicks after which it ends; and POSTRIDER_KAFKA_PREFIX, if it is set
     */
    public static void main(String[] arguments) throws Exception {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(arguments[0]))) {
            settings.load(file);
        }
        settings.put("schema.registry.url", arguments[1]);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "count-clicks");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // What a process had begun to write when it was killed is written again by the next one.
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, EventDeserializer.class);
        String prefix = arguments.length > 3 ? arguments[3] : "";
        count(settings, prefix + TOPIC, Integer.parseInt(arguments[2]));
    }

    private static void count(Properties settings, String topic, int max) {
        Map<String, Integer> clicks = new TreeMap<>();
        try (KafkaConsumer<String, EventRecord> consumer = new KafkaConsumer<>(settings)) {
            consumer.subscribe(List.of(topic));
            int read = 0;
            while (read < max) {
                for (ConsumerRecord<String, EventRecord> each :
                        consumer.poll(Duration.ofSeconds(1))) {
                    if (each.value().payload() instanceof LinkClicked click) {
                        clicks.merge(click.click().slug(), 1, Integer::sum);
                        read++;
                    }
                }
            }
        }
        clicks.forEach((slug, count) -> System.out.println(slug + " " + count));
    }
}
