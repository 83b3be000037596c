package io.postrider.redirects.spool;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledProcessTest {

    private static final int KILLS = 6;
    private static final int KEPT_MAX = 2000;
    private static final int LANES = KilledWriter.SETTINGS.lanes();

    @TempDir Path folder;
    @TempDir Path outputs;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final long[] printed = new long[LANES];

    @Test
    void everyRecordThatAKilledProcessHadAppendedIsThere() throws Exception {
        long[] acknowledged = new long[LANES];
        for (int kill = 0; kill < KILLS; kill++) {
            long before = Arrays.stream(printed).sum();
            appendUntilKilled();
            assertThat(Arrays.stream(printed).sum())
                    .as("the process has worked")
                    .isGreaterThan(before);
            try (ClickSpool spool = ClickSpool.open(folder, KilledWriter.SETTINGS)) {
                for (int lane = 0; lane < LANES; lane++) {
                    acknowledged[lane] = check(spool.readers().get(lane), acknowledged[lane]);
                }
                assertThat(spool.corrupt()).as("seed %d", seed).isZero();
                assertThat(spool.readers()).as("one node all along").hasSize(LANES);
            }
        }
    }

    /** Reads the lane from where it was acknowledged last, and acknowledges all but some of its end. */
    private long check(LaneReader reader, long acknowledged) {
        List<Long> places = new ArrayList<>();
        for (SpooledRecord record = reader.read(); record != null; record = reader.read()) {
            long expected = acknowledged + places.size() + 1;
            assertThat(record.sequence()).as("seed %d", seed).isEqualTo(expected);
            assertThat(record.payload()).isEqualTo(Payloads.of(reader.id().lane(), expected));
            places.add(record.startsAt());
        }
        assertThat(acknowledged + places.size())
                .as("seed %d: everything that was printed", seed)
                .isGreaterThanOrEqualTo(printed[reader.id().lane()]);
        int kept = random.nextInt(1, KEPT_MAX);
        if (kept < places.size()) {
            int done = places.size() - kept;
            reader.acknowledge(acknowledged + done, places.get(done));
        }
        return reader.acknowledged();
    }

    private void appendUntilKilled() throws Exception {
        Path output = Files.createTempFile(outputs, "appended", ".txt");
        Process process =
                new ProcessBuilder(command())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Files.readString(output).contains(KilledWriter.APPENDED));
            assertThatIllegalStateException()
                    .isThrownBy(() -> ClickSpool.open(folder, KilledWriter.SETTINGS))
                    .withMessageContaining("in use by another process");
            await().pollDelay(Duration.ofMillis(random.nextInt(400))).until(() -> true);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(30, SECONDS)).isTrue();
        String text = Files.readString(output);
        text.substring(0, text.lastIndexOf('\n')).lines().forEach(this::count);
    }

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriter.class.getName(),
                folder.toString());
    }

    private void count(String line) {
        String[] words = line.split(" ", -1);
        if (words[0].equals(KilledWriter.APPENDED)) {
            printed[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
        }
    }
}
