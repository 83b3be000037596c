package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.TopicPartition;

/** Copies topics, then stores, which depend on the offsets of the copied topics. */
final class MigrationRun {

    private static final int THREADS = 4;

    private final SourceLog source;
    private final TargetLog target;
    private final Admin admin;
    private final ConsumerGroupMetadata group;
    private final Path scratch;
    private final Rate rate;

    /** What was copied, by topic; complete after {@link #copy}. */
    private final Map<String, Tally> copied = new HashMap<>();

    /** @param scratch folder for state stores */
    MigrationRun(
            SourceLog source,
            TargetLog target,
            Admin admin,
            Path scratch,
            Consumer<String> progress) {
        this.source = source;
        this.target = target;
        this.admin = admin;
        this.group = Clients.group(target.settings());
        this.scratch = scratch;
        this.rate = new Rate(progress);
    }

    /** Copies everything; the number of records and the rate. */
    String copy() {
        List<Callable<Map<String, Tally>>> topics = new ArrayList<>();
        for (Topic topic : Topics.all()) {
            if (TopicPlan.of(topic).copies()) {
                topics.add(() -> Map.of(topic.name(), topic(topic)));
            }
        }
        all(topics).forEach(copied::putAll);
        List<Callable<Map<String, Tally>>> stores = new ArrayList<>();
        StorePlan.byApplication()
                .forEach((application, migrations) ->
                        stores.add(() -> stores(application, migrations)));
        all(stores).forEach(copied::putAll);
        return rate.text();
    }

    /** What was copied, by topic. */
    Map<String, Tally> copied() {
        return Map.copyOf(copied);
    }

    private Tally topic(Topic topic) {
        TopicPlan plan = TopicPlan.of(topic);
        List<Cut> cuts = source.cuts(topic);
        Map<Integer, Progress> at = new HashMap<>();
        for (int number = 0; number < source.partitions(); number++) {
            TopicPartition partition = new TopicPartition(topic.name(), number);
            long first =
                    plan.part() == TopicPlan.Part.ALL || cuts.isEmpty()
                            ? source.begin(partition)
                            : cuts.getFirst().offsets().getOrDefault(number, 0L);
            at.put(number, copyOf(partition, first).progress());
        }
        for (Cut cut : cuts) {
            at.replaceAll((number, progress) ->
                    copyTo(topic, number, progress, cut.offsets().getOrDefault(number, 0L)));
            target.place(cut.application(), topic);
        }
        at.replaceAll((number, progress) ->
                copyTo(
                        topic,
                        number,
                        progress,
                        source.end(new TopicPartition(topic.name(), number))));
        return sum(at.values());
    }

    private Progress copyTo(Topic topic, int number, Progress at, long limit) {
        if (at.next() >= limit) {
            return at;
        }
        TopicPartition partition = new TopicPartition(topic.name(), number);
        TopicPlan.Placement placement = TopicPlan.of(topic).placement();
        return copyOf(partition, at.next())
                .copy(
                        limit,
                        from ->
                                new TopicSource(
                                        source.settings(),
                                        partition,
                                        placement,
                                        from,
                                        limit,
                                        partitions()));
    }

    private Map<String, Tally> stores(String application, List<StoreMigration> migrations) {
        Map<String, Tally> all = new HashMap<>();
        Map<TopicPartition, Long> processed = Offsets.committed(admin, application, read());
        for (int number = 0; number < source.partitions(); number++) {
            try (StoreFiles files =
                    StoreFiles.restore(
                            source.settings(),
                            migrations,
                            number,
                            source.ends(),
                            scratch.resolve(application))) {
                for (StoreMigration each : migrations) {
                    TopicPartition changelog = new TopicPartition(each.changelog(), number);
                    Tally tally = store(files, each, changelog, processed);
                    all.computeIfAbsent(each.changelog(), _ -> new Tally(partitions()))
                            .addAll(tally);
                }
            }
        }
        return all;
    }

    /** The partitions of the copied topics. */
    private List<TopicPartition> read() {
        return copied.keySet().stream()
                .flatMap(topic ->
                        IntStream.range(0, partitions())
                                .mapToObj(number -> new TopicPartition(topic, number)))
                .toList();
    }

    private Tally store(
            StoreFiles files,
            StoreMigration migration,
            TopicPartition changelog,
            Map<TopicPartition, Long> processed) {
        PartitionCopy copy = copyOf(changelog, 0);
        Progress at = copy.progress();
        long count = files.count(migration.store());
        if (at.next() < count) {
            at =
                    copy.copy(
                            count,
                            from ->
                                    new StoreSource(
                                            files,
                                            migration,
                                            changelog.partition(),
                                            source.partitions(),
                                            partitions(),
                                            processed,
                                            from));
        }
        return at.tally();
    }

    private PartitionCopy copyOf(TopicPartition partition, long first) {
        Progress start =
                new Progress(
                        first, source.end(partition), source.cluster(), new Tally(partitions()));
        return new PartitionCopy(settings(), admin, group, partition, start, rate::add);
    }

    private KafkaSettings settings() {
        return target.settings();
    }

    private int partitions() {
        return settings().partitions();
    }

    private Tally sum(Iterable<Progress> parts) {
        Tally all = new Tally(partitions());
        parts.forEach(part -> all.addAll(part.tally()));
        return all;
    }

    /** Runs tasks beside each other; the first failure is that of all. */
    static <T> List<T> all(List<Callable<T>> tasks) {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<T>> running = tasks.stream().map(threads::submit).toList();
            List<T> results = new ArrayList<>();
            try {
                for (Future<T> each : running) {
                    results.add(each.get());
                }
            } catch (ExecutionException e) {
                threads.shutdownNow();
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw CommandException.failed("interrupted");
            }
            return results;
        }
    }
}
