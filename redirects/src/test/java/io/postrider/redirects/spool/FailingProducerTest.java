package io.postrider.redirects.spool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

class FailingProducerTest {

    private static final int RECORDS = 4000;
    private static final SpoolSettings SETTINGS = new SpoolSettings(2, 64 << 10, 4L << 20);

    @TempDir Path folder;

    private final long seed = System.nanoTime();
    private final List<FlakyProducer> producers = new CopyOnWriteArrayList<>();
    private final List<List<ProducerRecord<byte[], byte[]>>> logs = new CopyOnWriteArrayList<>();

    @RepeatedTest(3)
    void nothingIsLostAndEachProducerKeepsTheOrderOfALane() {
        try (ClickSpool spool = ClickSpool.open(folder, SETTINGS)) {
            // when
            try (SpoolDrainer drainer = new SpoolDrainer(spool, this::next, "clicks", 3)) {
                for (int i = 0; i < RECORDS; i++) {
                    append(spool.lane(0));
                    append(spool.lane(1));
                }
                await().atMost(Duration.ofSeconds(60)).until(() -> spool.pendingRecords() == 0);
                assertThat(drainer.restarts()).as("failures, seed %d", seed).isPositive();
            }

            // then
            for (int lane = 0; lane < 2; lane++) {
                check(new LaneId(spool.nodeId(), lane));
            }
        }
    }

    private static void append(SpoolLane lane) {
        byte[] payload = Long.toString(lane.nextSequence()).getBytes(UTF_8);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> lane.append(payload, 0, payload.length));
    }

    /** Within one producer a lane's numbers rise; a new one begins the lowest that is missing. */
    private void check(LaneId lane) {
        Set<Long> arrived = new HashSet<>();
        for (List<ProducerRecord<byte[], byte[]>> log : logs) {
            List<Long> sequences =
                    log.stream()
                            .filter(record -> new String(record.key(), UTF_8).equals(lane.name()))
                            .map(record -> Long.parseLong(new String(record.value(), UTF_8)))
                            .toList();
            assertThat(sequences).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
            arrived.addAll(sequences);
        }
        assertThat(arrived).as("seed %d", seed).hasSize(RECORDS);
    }

    private FlakyProducer next() {
        if (!producers.isEmpty()) {
            assertThat(producers.getLast().isQuiet()).as("results awaited").isTrue();
        }
        logs.add(new ArrayList<>());
        FlakyProducer producer =
                new FlakyProducer(new Random(seed + producers.size()), logs.getLast());
        producers.add(producer);
        return producer;
    }
}
