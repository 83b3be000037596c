package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Context;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * The log that is moved, as it stood when the command began.
 *
 * @param cluster the ID of the cluster
 * @param partitions the number of partitions of each topic
 * @param begins the first offset of each partition
 * @param ends the end of each partition
 * @param committed the offset of each application in each partition
 */
record SourceLog(
        KafkaSettings settings,
        Admin admin,
        String cluster,
        int partitions,
        Map<TopicPartition, Long> begins,
        Map<TopicPartition, Long> ends,
        Map<String, Map<TopicPartition, Long>> committed) {

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    SourceLog {
        begins = Map.copyOf(begins);
        ends = Map.copyOf(ends);
        committed = Map.copyOf(committed);
    }

    /** Reads the state of a log, once no transaction is open any more. */
    static SourceLog read(KafkaSettings settings, Admin admin, Consumer<String> progress) {
        Set<String> topics = topics(admin);
        int partitions = partitions(admin, topics);
        Set<TopicPartition> all = new HashSet<>();
        topics.forEach(topic -> {
            for (int number = 0; number < partitions; number++) {
                all.add(new TopicPartition(topic, number));
            }
        });
        Map<TopicPartition, Long> ends = settled(settings, admin, all, progress);
        Map<TopicPartition, Long> begins = Offsets.earliest(admin, all);
        Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
        Stream.concat(
                        StorePlan.readers().stream(),
                        Stream.of(Context.values()).map(context -> context.group().application()))
                .distinct()
                .forEach(group -> committed.put(group, Offsets.committed(admin, group, all)));
        String cluster = Replies.clusterId(admin);
        SourceLog log =
                new SourceLog(settings, admin, cluster, partitions, begins, ends, committed);
        log.requireDecided();
        return log;
    }

    /** The topics of the installation, all of which this release must know. */
    private static Set<String> topics(Admin admin) {
        Set<String> known =
                Stream.concat(
                                Topics.all().stream().map(Topic::name),
                                StorePlan.all().stream().map(StoreMigration::changelog))
                        .collect(toSet());
        Set<String> found =
                Replies.await(admin.listTopics().names(), "which topics there are").stream()
                        .filter(NamePrefix::isOurs)
                        .collect(toSet());
        if (!found.contains(Context.WORKSPACES.events().name())) {
            throw CommandException.failed(
                    "the source has no topics that begin with " + NamePrefix.of("postrider."));
        }
        Set<String> strange = new TreeSet<>(found);
        strange.removeAll(known);
        if (!strange.isEmpty()) {
            throw CommandException.failed(
                    "the source has topics that this release does not know: "
                            + String.join(", ", strange));
        }
        return found;
    }

    private static int partitions(Admin admin, Set<String> topics) {
        Set<Integer> counts =
                Replies.await(
                                admin.describeTopics(topics).allTopicNames(),
                                "how many partitions there are")
                        .values()
                        .stream()
                        .map(TopicDescription::partitions)
                        .map(List::size)
                        .collect(toSet());
        if (counts.size() != 1) {
            throw CommandException.failed(
                    "the topics of the source have different numbers of partitions: " + counts);
        }
        return counts.iterator().next();
    }

    /** The ends; behind an open transaction nothing can be read. The broker ends those of processes that were killed. */
    private static Map<TopicPartition, Long> settled(
            KafkaSettings settings,
            Admin admin,
            Set<TopicPartition> all,
            Consumer<String> progress) {
        long began = System.nanoTime();
        boolean told = false;
        while (true) {
            Map<TopicPartition, Long> ends = Offsets.latest(admin, all);
            if (ends.equals(Offsets.stable(settings, all))) {
                return ends;
            }
            if (System.nanoTime() - began > PATIENCE.toNanos()) {
                throw CommandException.failed("the source has transactions that do not end");
            }
            if (!told) {
                progress.accept("waiting for open transactions of the source to end");
                told = true;
            }
            Replies.pause(PAUSE);
        }
    }

    /** A command without a decision may have been answered. Only the deciders of this log can decide it. */
    private void requireDecided() {
        for (Context context : Context.values()) {
            Map<TopicPartition, Long> decided =
                    committed.getOrDefault(context.group().application(), Map.of());
            for (int number = 0; number < partitions; number++) {
                TopicPartition commands = new TopicPartition(context.commands().name(), number);
                long end = end(commands);
                long from = Math.max(begin(commands), decided.getOrDefault(commands, 0L));
                if (from < end && hasRecords(commands, from, end)) {
                    throw CommandException.failed(
                            ("%s has commands that are not decided; start Postrider on the source,"
                                            + " stop it with SIGTERM once /readyz returns 200, and repeat")
                                    .formatted(commands));
                }
            }
        }
    }

    private boolean hasRecords(TopicPartition partition, long from, long end) {
        try (TopicSource source =
                new TopicSource(settings, partition, TopicPlan.Placement.AGGREGATE, from, end, 1)) {
            return !source.next().isEmpty();
        }
    }

    /** Whether a topic has any. */
    boolean hasRecords(Topic topic) {
        return ends.entrySet().stream()
                .anyMatch(end ->
                        end.getKey().topic().equals(topic.name())
                                && end.getValue() > begin(end.getKey()));
    }

    long begin(TopicPartition partition) {
        return begins.getOrDefault(partition, 0L);
    }

    long end(TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    /** Where the applications stand in a topic. */
    List<Cut> cuts(Topic topic) {
        Map<String, Map<Integer, Long>> positions = new HashMap<>();
        for (String reader : StorePlan.readers()) {
            Map<Integer, Long> known =
                    committed.getOrDefault(reader, Map.of()).entrySet().stream()
                            .filter(each -> each.getKey().topic().equals(topic.name()))
                            .collect(toMap(each -> each.getKey().partition(), Map.Entry::getValue));
            if (!known.isEmpty()) {
                positions.put(reader, known);
            }
        }
        Map<Integer, Long> first = new HashMap<>();
        for (int number = 0; number < partitions; number++) {
            first.put(number, begin(new TopicPartition(topic.name(), number)));
        }
        return Cut.of(positions, first);
    }
}
