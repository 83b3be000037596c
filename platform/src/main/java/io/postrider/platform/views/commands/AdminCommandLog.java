package io.postrider.platform.views.commands;

import static java.util.stream.Collectors.toMap;

import io.postrider.schemas.Context;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Queries a cluster through its admin client. */
final class AdminCommandLog implements CommandLog {

    private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(10).toMillis();

    private final Admin admin;
    private final Set<TopicPartition> partitions;

    AdminCommandLog(Admin admin, Set<Context> contexts, int... partitions) {
        this.admin = admin;
        this.partitions = CommandLog.partitions(contexts, partitions);
    }

    @Override
    public Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException {
        return offsets(partitions, OffsetSpec.latest());
    }

    @Override
    public long start(TopicPartition partition) throws ExecutionException, InterruptedException {
        return offsets(Set.of(partition), OffsetSpec.earliest()).values().iterator().next();
    }

    private Map<TopicPartition, Long> offsets(Set<TopicPartition> asked, OffsetSpec spec)
            throws ExecutionException, InterruptedException {
        return admin
                .listOffsets(
                        asked.stream().collect(toMap(partition -> partition, _ -> spec)),
                        new ListOffsetsOptions().timeoutMs(TIMEOUT_MILLIS))
                .all()
                .get()
                .entrySet()
                .stream()
                .collect(toMap(Map.Entry::getKey, found -> found.getValue().offset()));
    }
}
