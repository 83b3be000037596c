package io.postrider.standalone.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.kafka.CopiedTopics;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import io.postrider.standalone.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class TargetLogTest {

    private static final String TOPIC = Context.LINKS.events().name();

    @TempDir Path folder;
    private EmbeddedBroker broker;
    private KafkaSettings settings;
    private Admin admin;

    @BeforeEach
    void start() {
        broker = Targets.start(folder);
        settings = Targets.settings(broker);
        admin = Clients.admin(settings);
    }

    @AfterEach
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void aRunThatWasStoppedBeforeItsFirstCommitContinues() {
        assertThat(prepared().isVerified()).isFalse();
        write(false);

        assertThat(prepared().isVerified()).isFalse();

        write(true);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(this::prepared)
                .withMessageStartingWith("the target has records or positions")
                .withMessageContaining(TOPIC);
    }

    @Test
    void aRunThatWasStoppedBehindTheComparisonOnlyEnds() {
        TargetLog first = prepared();
        first.verified(source());
        first.finish(source());
        write(true);

        TargetLog second = prepared();

        assertThat(second.isVerified()).isTrue();
        assertThat(isOpen()).isFalse();
    }

    @Test
    void aRunThatWasStoppedBeforeTheComparisonOpensTheTopics() {
        TargetLog first = prepared();
        assertThat(isOpen()).isTrue();
        first.finish(source());
        assertThat(isOpen()).isFalse();
        commitProgress();

        assertThat(prepared().isVerified()).isFalse();

        assertThat(isOpen()).isTrue();
    }

    private TargetLog prepared() {
        TargetLog log = new TargetLog(settings, false, admin, _ -> {});
        log.prepare(source());
        return log;
    }

    private SourceLog source() {
        return new SourceLog(settings, admin, "source", 1, Map.of(), Map.of(), Map.of());
    }

    private boolean isOpen() {
        String compacted = Topics.LAST_SEEN.name();
        return CopiedTopics.isOpen(
                new CopiedTopics(admin)
                        .configs(List.of(compacted))
                        .getOrDefault(compacted, Map.of()));
    }

    private void commitProgress() {
        try (KafkaProducer<byte[], byte[]> producer = Clients.writer(settings, "progress")) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(
                    Map.of(
                            new TopicPartition(TOPIC, 0),
                            new Progress(0, 0, "source", new Tally(1)).committed()),
                    Clients.group(settings));
            producer.commitTransaction();
        }
    }

    private void write(boolean commits) {
        try (KafkaProducer<byte[], byte[]> producer = Clients.writer(settings, "a-run")) {
            producer.initTransactions();
            producer.beginTransaction();
            var _ = producer.send(new ProducerRecord<>(TOPIC, 0, new byte[] {1}, new byte[] {2}));
            producer.flush();
            if (commits) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }
}
