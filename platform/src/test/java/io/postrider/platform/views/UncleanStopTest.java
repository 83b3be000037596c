package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class UncleanStopTest {

    private static final int ROUNDS = 6;

    @RegisterExtension private final TestStores stores = new TestStores();
    @TempDir private Path parent;

    @Test
    @Timeout(600)
    void afterAKillTheDataEndsAtTheBookmark() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("unclean stop seed " + seed);
        Random random = new Random(seed);
        Path folder = parent.resolve("store");

        long before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long reported = writeUntilKilled(folder, random.nextLong(), 1 + random.nextInt(60));
            try (ProjectionStore store = stores.open(folder)) {
                long next = Writer.next(store);
                assertThat(next).isGreaterThanOrEqualTo(reported).isGreaterThan(before);
                assertExact(store, next);
                before = next;
            }
        }
        assertThat(parent.resolve("store.discarded")).doesNotExist();
    }

    private static void assertExact(ProjectionStore store, long next) {
        long expected = 0;
        byte @Nullable [] after = null;
        ProjectionPage page;
        do {
            page = store.scan(Writer.RECORDS, after, ProjectionStore.LARGEST_PAGE);
            for (ProjectionPage.Entry entry : page.entries()) {
                assertThat(entry.key()).isEqualTo(Writer.record(expected));
                assertThat(ByteBuffer.wrap(entry.value()).getLong()).isEqualTo(expected);
                expected++;
            }
            after = page.lastKey();
        } while (page.hasMore());
        assertThat(expected).isEqualTo(next);
        assertThat(store.counter(Writer.COUNTER)).isEqualTo(next);
    }

    /** Answers the last bookmark that the writer reported before it was killed. */
    private static long writeUntilKilled(Path folder, long seed, int reports)
            throws IOException, InterruptedException {
        Process writer =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Writer.class.getName(),
                                folder.toString(),
                                Long.toString(seed))
                        .redirectError(new File(folder + ".err"))
                        .start();
        try (BufferedReader lines = writer.inputReader(UTF_8)) {
            long last = -1;
            for (int i = 0; i < reports; i++) {
                String line = lines.readLine();
                assertThat(line).as("report of the writer").isNotNull();
                last = Long.parseLong(line);
            }
            return last;
        } finally {
            writer.destroyForcibly();
            assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** The process that is killed: writes records, a counter and its bookmark for ever. */
    static final class Writer {

        private static final byte[] RECORDS = ProjectionKey.table(1).bytes();
        private static final byte[] COUNTER = ProjectionKey.table(2).bytes();
        private static final int REPORT_EVERY = 20;
        private static final TopicPartition SOURCE = new TopicPartition("links", 0);

        private Writer() {}

        public static void main(String[] arguments) {
            Random random = new Random(Long.parseLong(arguments[1]));
            try (ProjectionMemory memory = TestStores.smallMemory();
                    ProjectionStore store = TestStores.open(Path.of(arguments[0]), memory)) {
                long next = next(store);
                for (long batches = 0; true; batches++) {
                    ProjectionBatch batch = store.newBatch();
                    for (int i = 1 + random.nextInt(200); i > 0; i--) {
                        batch.put(record(next), value(next, random));
                        batch.add(COUNTER, 1);
                        next++;
                    }
                    store.write(batch, Map.of(SOURCE, AppliedOffset.at(next)));
                    // Seldom, or the kill would nearly always hit the report.
                    if (batches % REPORT_EVERY == 0) {
                        System.out.println(next);
                    }
                }
            }
        }

        private static long next(ProjectionStore store) {
            return new StoreMetadata(store)
                    .bookmarks()
                    .getOrDefault(SOURCE, AppliedOffset.at(0))
                    .next();
        }

        private static byte[] record(long offset) {
            return ProjectionKey.table(1).number(offset).bytes();
        }

        private static byte[] value(long offset, Random random) {
            byte[] value = new byte[Long.BYTES + random.nextInt(500)];
            random.nextBytes(value);
            return ByteBuffer.wrap(value).putLong(offset).array();
        }
    }
}
