package io.postrider.platform.views;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Answers at once what a {@link FakeLog} knows, or that it is down. */
final class FakeProbe implements LogProbe {

    private final FakeLog log;

    FakeProbe(FakeLog log) {
        this.log = log;
    }

    @Override
    public CompletableFuture<Map<String, TopicFacts>> topics(Set<String> names) {
        return answer(() -> names.stream().collect(toMap(name -> name, name -> log.facts(name))));
    }

    @Override
    public CompletableFuture<Map<TopicPartition, Long>> beginnings(Set<TopicPartition> partitions) {
        return answer(() -> offsets(partitions, FakeLog.Partition::beginning));
    }

    @Override
    public CompletableFuture<PartitionEnds> ends(
            Set<TopicPartition> partitions, IsolationLevel isolation) {
        return answer(() ->
                new PartitionEnds(
                        offsets(
                                partitions.stream().filter(log::knowsEnd).collect(toSet()),
                                isolation == IsolationLevel.READ_COMMITTED
                                        ? FakeLog.Partition::visibleEnd
                                        : FakeLog.Partition::end)));
    }

    private Map<TopicPartition, Long> offsets(
            Set<TopicPartition> asked, Function<FakeLog.Partition, Long> offset) {
        return asked.stream()
                .collect(
                        toMap(
                                partition -> partition,
                                partition -> offset.apply(log.at(partition))));
    }

    private <T> CompletableFuture<T> answer(Supplier<T> facts) {
        log.lock();
        try {
            return log.down()
                    ? CompletableFuture.failedFuture(new TimeoutException("The log is down"))
                    : CompletableFuture.completedFuture(facts.get());
        } catch (KafkaException e) {
            return CompletableFuture.failedFuture(e);
        } finally {
            log.unlock();
        }
    }

    @Override
    public void close() {}
}
