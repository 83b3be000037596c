package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.FullSpeedLoad.Created;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Acknowledged writes survive {@code kill -9} while 64 clients write as fast as they are answered: each created link redirects
 * and is listed, each revoked key is rejected, each answered visit is counted once.
 */
@Tag("faults")
class FullSpeedKillsTest {

    /** Long enough for 50,000 acknowledged writes in 15 rounds, each of which begins with a cold process. */
    private static final int LOAD_MILLIS_MIN = 14_000;

    private static final int KILLS = Integer.getInteger("postrider.kills", 15);
    private static final int LOAD_MILLIS_SPREAD = 10_000;

    /** Too few to find a loss that happens once in thousands of writes. */
    private static final long WRITES_OF_ROUND = 500;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    @Tag("speed")
    void acknowledgedWritesAtFullSpeedSurviveManyKills() throws Exception {
        survives(KILLS, Map.of());
    }

    /** A transaction spans several partitions, and a slug, its key and its outcome may lie in different ones. */
    @Test
    @Tag("partitions")
    void severalPartitionsLoseNothing() throws Exception {
        survives(KILLS, Map.of("POSTRIDER_PARTITIONS", "4"));
    }

    /** Write buffers are flushed many times within one transaction, which stock stores take for committed. */
    @Test
    @Tag("buffers")
    void smallWriteBuffersAndRareCommitsLoseNothing() throws Exception {
        survives(
                Math.max(1, KILLS * 2 / 3),
                Map.of("POSTRIDER_STORE_CACHE_MB", "1", "POSTRIDER_COMMIT_INTERVAL_MS", "1000"));
    }

    private void survives(int kills, Map<String, String> settings) throws Exception {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        Random random = new Random(seed);
        FullSpeedJudge judge = new FullSpeedJudge(Duration.ZERO);
        try (PostriderProcess postrider = PostriderProcess.start(folder, settings);
                FullSpeedLoad load = new FullSpeedLoad(postrider, "s")) {
            for (int round = 0; round < kills; round++) {
                load.start();
                TimeUnit.MILLISECONDS.sleep(LOAD_MILLIS_MIN + random.nextInt(LOAD_MILLIS_SPREAD));
                postrider.killNine();
                load.stop();
                postrider.launchAgain();
                long restart = postrider.awaitReady().toMillis();
                List<Created> created = load.takeCreated();
                assertThat(created).as("acknowledged in round %d", round).isNotEmpty();
                judge.links(postrider, created);
                System.out.printf(
                        "round %d: %d links, %d in all, %d revocations, restart %d ms, faults %d%n",
                        round,
                        created.size(),
                        judge.acknowledged(),
                        load.revoked().size(),
                        restart,
                        judge.faults().size());
            }
            judge.keys(postrider, load);
            judge.lists(postrider);
            judge.visits(postrider, load.visits());
            System.out.printf("seed %d, %d kills; %s%n", seed, kills, load);
            assertThat(load.writes()).as("acknowledged").isGreaterThan(kills * WRITES_OF_ROUND);
        }
        assertThat(judge.faults()).isEmpty();
    }
}
