package io.postrider.platform.views.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.schemas.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SubscriptionBarrierTest {

    private static final TopicPartition COMMANDS =
            new TopicPartition(Context.WEBHOOKS.commands().name(), 0);

    private final List<Long> awaited = new ArrayList<>();

    @Test
    void aCommandThatRetentionDeletedIsNotWaitedFor() {
        assertThatCode(() -> changes(log(9, 9), 4).await()).doesNotThrowAnyException();

        assertThat(awaited).isEmpty();
    }

    @Test
    void aCommandThatIsStillThereIsWaitedFor() {
        assertThatThrownBy(() -> changes(log(8, 9), 4).await()).hasMessageContaining("stays open");

        assertThat(awaited).containsExactly(8L);
    }

    @Test
    void anAppliedCommandIsNotWaitedFor() {
        changes(log(0, 9), 8).await();

        assertThat(awaited).isEmpty();
    }

    private static CommandLog log(long start, long end) {
        return new CommandLog() {
            @Override
            public Map<TopicPartition, Long> ends() {
                return Map.of(COMMANDS, end);
            }

            @Override
            public long start(TopicPartition partition) {
                return start;
            }
        };
    }

    private SubscriptionBarrier changes(CommandLog log, long appliedCommand) {
        return new SubscriptionBarrier(
                log,
                new SubscriptionBarrier.Decided() {
                    @Override
                    public boolean applied(int partition, long command) {
                        return command <= appliedCommand;
                    }

                    @Override
                    public CompletableFuture<Boolean> await(
                            int partition, long command, Duration atMost) {
                        awaited.add(command);
                        return CompletableFuture.completedFuture(false);
                    }
                });
    }
}
