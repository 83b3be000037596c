package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads what the other cluster has, and compares it with what was copied. */
final class Verification {

    private final KafkaSettings target;
    private final Admin admin;
    private final int sources;
    private final Consumer<String> progress;

    /** @param sources the number of partitions of the source */
    Verification(KafkaSettings target, Admin admin, int sources, Consumer<String> progress) {
        this.target = target;
        this.admin = admin;
        this.sources = sources;
        this.progress = progress;
    }

    /**
     * Compares all topics.
     *
     * @throws CommandException for the first that differs
     */
    void run(Map<String, Tally> copied) {
        Map<String, TopicPlan> plans = new HashMap<>();
        for (Topic topic : Topics.all()) {
            plans.put(topic.name(), TopicPlan.of(topic));
        }
        List<Callable<Boolean>> tasks = new ArrayList<>();
        new TreeMap<>(copied)
                .forEach((topic, expected) ->
                        tasks.add(() ->
                                compare(topic, expected, Optional.ofNullable(plans.get(topic)))));
        MigrationRun.all(tasks);
    }

    private boolean compare(String topic, Tally expected, Optional<TopicPlan> plan) {
        if (expected.count() == 0 && plan.isEmpty()) {
            return true;
        }
        Tally found = found(topic, plan);
        if (!found.equals(expected)) {
            throw CommandException.failed(
                    "%s differs: copied were %s, and it has %s".formatted(topic, expected, found));
        }
        if (found.count() > 0) {
            progress.accept("%s: %s".formatted(topic, found));
        }
        return true;
    }

    private Tally found(String topic, Optional<TopicPlan> plan) {
        Map<Integer, Tally> parts = new HashMap<>();
        List<TopicPartition> all =
                IntStream.range(0, target.partitions())
                        .mapToObj(number -> new TopicPartition(topic, number))
                        .toList();
        try (PatientReader reader = PatientReader.ofAll(target, Offsets.latest(admin, all))) {
            while (reader.isBehind()) {
                reader.poll().forEach(record -> add(record, plan, parts));
            }
        }
        Tally sum = new Tally(target.partitions());
        parts.values().forEach(sum::addAll);
        return sum;
    }

    /** Adds a record of a topic to those of its partition of the source, in whose order they were copied. */
    private void add(
            ConsumerRecord<byte[], byte[]> record,
            Optional<TopicPlan> plan,
            Map<Integer, Tally> parts) {
        Moved moved =
                new Moved(
                        record.partition(),
                        record.timestamp(),
                        record.key(),
                        record.value(),
                        Arrays.asList(record.headers().toArray()));
        int from = plan.map(each -> each.placement().of(record.key(), sources)).orElse(0);
        Tally part = parts.computeIfAbsent(from, _ -> new Tally(target.partitions()));
        if (plan.isPresent()) {
            part.addOrdered(moved);
        } else {
            part.add(moved);
        }
    }
}
