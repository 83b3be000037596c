package io.postrider.platform.views;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queries a Kafka cluster through its admin client, which responds on a thread of its own. */
final class AdminProbe implements LogProbe {

    private static final Logger LOGGER = LoggerFactory.getLogger(AdminProbe.class);
    private static final int PATIENCE_MS = 5_000;
    // Well below any staleness that a caller would act on.
    private static final int ENDS_PATIENCE_MS = 2_000;
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

    private final Admin admin;

    AdminProbe(Map<String, Object> settings) {
        this.admin = Admin.create(settings);
    }

    @Override
    public CompletableFuture<Map<String, TopicFacts>> topics(Set<String> names) {
        return admin.describeTopics(names, new DescribeTopicsOptions().timeoutMs(PATIENCE_MS))
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(topics ->
                        topics.values().stream()
                                .collect(
                                        toMap(
                                                topic -> topic.name(),
                                                topic ->
                                                        new TopicFacts(
                                                                topic.topicId(),
                                                                topic.partitions().size()))));
    }

    @Override
    public CompletableFuture<Map<TopicPartition, Long>> beginnings(Set<TopicPartition> partitions) {
        return admin.listOffsets(
                        asked(partitions, OffsetSpec.earliest()),
                        new ListOffsetsOptions().timeoutMs(PATIENCE_MS))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(found ->
                        found.entrySet().stream()
                                .collect(
                                        toMap(
                                                Map.Entry::getKey,
                                                entry -> entry.getValue().offset())));
    }

    @Override
    public CompletableFuture<PartitionEnds> ends(
            Set<TopicPartition> partitions, IsolationLevel isolation) {
        ListOffsetsResult result =
                admin.listOffsets(
                        asked(partitions, OffsetSpec.latest()),
                        new ListOffsetsOptions(isolation).timeoutMs(ENDS_PATIENCE_MS));
        Map<TopicPartition, Long> found = new ConcurrentHashMap<>();
        CompletableFuture<?>[] answers =
                partitions.stream()
                        .map(partition ->
                                result.partitionResult(partition)
                                        .toCompletionStage()
                                        .thenAccept(end -> found.put(partition, end.offset()))
                                        .exceptionally(AdminProbe::withoutLeader)
                                        .toCompletableFuture())
                        .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(answers).thenApply(_ -> new PartitionEnds(found));
    }

    private static @Nullable Void withoutLeader(Throwable failure) {
        LOGGER.atDebug().setCause(failure).log("The end of a partition could not be read");
        return null;
    }

    private static Map<TopicPartition, OffsetSpec> asked(
            Set<TopicPartition> partitions, OffsetSpec spec) {
        return partitions.stream().collect(toMap(partition -> partition, _ -> spec));
    }

    @Override
    public void close() {
        admin.close(LONGEST_CLOSE);
    }
}
