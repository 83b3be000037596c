package io.postrider.platform.views;

import static java.util.stream.Collectors.toMap;

import io.postrider.platform.views.ProjectionStoreException.Remedy;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lineage of a store's data. Data of other views, of a topic that was created again or of a log that has lost its end
 * contradicts the log, so the store is then rebuilt.
 */
final class SourceLineage {

    private static final Logger LOGGER = LoggerFactory.getLogger(SourceLineage.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final ProjectionStore store;
    private final StoreMetadata engine;
    private final String layout;
    private final Set<String> topics;
    private final AppliedTable applied;
    private final Freshness freshness;
    private final StopSignal stop;
    private boolean startedEmpty;

    /** The positions where reading begins, in every existing partition. */
    record Start(Map<String, Integer> partitions, Map<TopicPartition, AppliedOffset> bookmarks) {}

    SourceLineage(
            String name,
            ProjectionStore store,
            List<Projection> views,
            AppliedTable applied,
            Freshness freshness,
            StopSignal stop) {
        this.name = name;
        this.store = store;
        this.engine = new StoreMetadata(store);
        this.layout = StoreMetadata.layoutOf(views);
        this.topics =
                views.stream()
                        .flatMap(view -> view.topics().stream())
                        .map(topic -> topic.name())
                        .flatMap(SourceLineage::withThoseBeside)
                        .collect(Collectors.toUnmodifiableSet());
        this.applied = applied;
        this.freshness = freshness;
        this.stop = stop;
    }

    /** The applied commands of a view of events are known only together with their settlements. */
    private static Stream<String> withThoseBeside(String topic) {
        return Stream.concat(Stream.of(topic), CommandProgress.beside(topic).stream());
    }

    Set<String> topics() {
        return topics;
    }

    /** The positions of the store, after the check that these views wrote it. */
    Map<TopicPartition, AppliedOffset> stored() {
        Optional<String> found = engine.layout();
        if (found.isEmpty()) {
            engine.setLayout(layout);
        } else if (!found.get().equals(layout)) {
            startOver("The views are not those that wrote the store");
        }
        return engine.bookmarks();
    }

    /** Empties the store; the log is read again from its beginning. */
    void startOver(String reason) {
        LOGGER.atWarn()
                .addKeyValue("views", name)
                .addKeyValue("reason", reason)
                .log("A projection store is reset; rebuilding it from Kafka");
        freshness.forget();
        applied.restart(Map.of());
        store.erase();
        engine.setLayout(layout);
    }

    /** The positions of the store; a damaged store starts empty. */
    Map<TopicPartition, AppliedOffset> recovered() {
        try {
            return stored();
        } catch (ProjectionStoreException e) {
            if (e.remedy() != Remedy.REBUILD) {
                throw e;
            }
            store.reopen();
            return stored();
        }
    }

    /** Opens the store again, which leaves it empty if its files are broken. */
    void reopen() {
        freshness.forget();
        applied.restart(Map.of());
        store.reopen();
        applied.restart(stored());
    }

    /** Compares the store with the log and says where to begin. */
    Start start(LogProbe probe) {
        Map<TopicPartition, AppliedOffset> stored = stored();
        Map<String, LogProbe.TopicFacts> facts = stop.await(probe.topics(topics), PATIENCE);
        if (anotherLog(facts)) {
            startOver("A topic was deleted and created again");
            stored = Map.of();
        }
        Set<TopicPartition> partitions = partitions(facts);
        Map<TopicPartition, Long> beginnings = stop.await(probe.beginnings(partitions), PATIENCE);
        PartitionEnds ends =
                stop.await(probe.ends(partitions, IsolationLevel.READ_UNCOMMITTED), PATIENCE);
        if (aheadOf(partitions, ends, stored)) {
            startOver("The log ends before what was read of it");
            stored = Map.of();
        }
        startedEmpty = stored.isEmpty();
        facts.forEach((topic, known) -> engine.setTopicId(topic, known.id()));
        return new Start(
                facts.entrySet().stream()
                        .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().partitions())),
                positions(beginnings, stored));
    }

    /** Whether the store had nothing at the last {@link #start}; for the thread that called it. */
    boolean startedEmpty() {
        return startedEmpty;
    }

    private boolean anotherLog(Map<String, LogProbe.TopicFacts> facts) {
        return facts.entrySet().stream().anyMatch(this::createdAgain);
    }

    private boolean createdAgain(Map.Entry<String, LogProbe.TopicFacts> topic) {
        Optional<Uuid> known = engine.topicId(topic.getKey());
        return known.isPresent() && !known.get().equals(topic.getValue().id());
    }

    /** Fails if the end of a partition is not known: a slow broker is no reason to reset a store. */
    private static boolean aheadOf(
            Set<TopicPartition> partitions,
            PartitionEnds ends,
            Map<TopicPartition, AppliedOffset> stored) {
        return stored.entrySet().stream()
                .anyMatch(entry ->
                        !partitions.contains(entry.getKey())
                                || entry.getValue().next() > ends.require(entry.getKey()));
    }

    private static Set<TopicPartition> partitions(Map<String, LogProbe.TopicFacts> facts) {
        Set<TopicPartition> partitions = new HashSet<>();
        facts.forEach((topic, known) -> {
            for (int partition = 0; partition < known.partitions(); partition++) {
                partitions.add(new TopicPartition(topic, partition));
            }
        });
        return partitions;
    }

    private Map<TopicPartition, AppliedOffset> positions(
            Map<TopicPartition, Long> beginnings, Map<TopicPartition, AppliedOffset> stored) {
        Map<TopicPartition, AppliedOffset> positions = new HashMap<>();
        beginnings.forEach((partition, beginning) -> {
            AppliedOffset bookmark = stored.getOrDefault(partition, AppliedOffset.at(beginning));
            positions.put(partition, notBefore(beginning, partition, bookmark));
        });
        return positions;
    }

    private AppliedOffset notBefore(
            long beginning, TopicPartition partition, AppliedOffset bookmark) {
        if (bookmark.next() >= beginning) {
            return bookmark;
        }
        LOGGER.atWarn()
                .addKeyValue("views", name)
                .addKeyValue("partition", partition)
                .addKeyValue("missed_from", bookmark.next())
                .addKeyValue("missed_to", beginning)
                .log("Records were deleted before the projection read them; continuing after them");
        return new AppliedOffset(beginning, -1, bookmark.command());
    }
}
