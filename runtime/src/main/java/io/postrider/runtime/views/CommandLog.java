package io.postrider.runtime.views;

import io.postrider.schemas.Context;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** The command topics as far as a reader of decisions needs them: the offsets at which they begin and end. */
public interface CommandLog {

    /** The offset of the next command, by partition. */
    Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException;

    /** The offset of the oldest command that retention has kept. */
    long start(TopicPartition partition) throws ExecutionException, InterruptedException;

    /**
     * The command topics of a cluster.
     *
     * @param partitions of each topic
     */
    static CommandLog of(Admin admin, Set<Context> contexts, int partitions) {
        return new AdminCommandLog(admin, contexts, IntStream.range(0, partitions).toArray());
    }

    /** One partition of the command topics of a cluster. */
    static CommandLog ofPartition(Admin admin, Set<Context> contexts, int partition) {
        return new AdminCommandLog(admin, contexts, partition);
    }
}
