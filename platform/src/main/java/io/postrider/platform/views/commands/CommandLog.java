package io.postrider.platform.views.commands;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.postrider.schemas.Context;
import java.util.Arrays;
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
     * The command topics of a cluster, read by an admin client. The end of a partition with transactions can be behind a
     * marker, which is not a command.
     *
     * @param partitions of each topic
     */
    static CommandLog of(Admin admin, Set<Context> contexts, int partitions) {
        return new AdminCommandLog(admin, contexts, all(partitions));
    }

    /**
     * The command topics of a cluster, read by a consumer to the last command.
     *
     * @param connection the settings with which a client reaches the cluster
     * @param partitions of each topic
     */
    static CommandLog read(Map<String, Object> connection, Set<Context> contexts, int partitions) {
        return new ConsumerCommandLog(connection, contexts, all(partitions));
    }

    /** The same, of one partition. */
    static CommandLog readPartition(
            Map<String, Object> connection, Set<Context> contexts, int partition) {
        return new ConsumerCommandLog(connection, contexts, partition);
    }

    private static int[] all(int partitions) {
        return IntStream.range(0, partitions).toArray();
    }

    /** The partitions of the command topics of contexts. */
    static Set<TopicPartition> partitions(Set<Context> contexts, int... partitions) {
        return contexts.stream()
                .map(context -> context.commands().name())
                .flatMap(topic ->
                        Arrays.stream(partitions)
                                .mapToObj(number -> new TopicPartition(topic, number)))
                .collect(toUnmodifiableSet());
    }
}
