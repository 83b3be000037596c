package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.BrokerProcess;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.FullSpeedLoad.Created;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes acknowledged by one of two nodes hold on both, while clients write to both as fast as they are answered and one node
 * after the other is killed: the remaining node takes over the partitions of the killed one.
 */
@Tag("faults")
@Tag("nodes")
class TwoNodesKillsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int CREATED = 500;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final FullSpeedJudge judge = new FullSpeedJudge(PATIENCE);

    @Test
    void acknowledgedWritesHoldOnBothNodes() throws Exception {
        int kills = Math.max(2, Integer.getInteger("postrider.kills", 20) / 5);
        try (BrokerProcess broker = BrokerProcess.start(folder("broker"));
                PostriderProcess one =
                        PostriderProcess.start(folder("one"), broker.settings("one"));
                PostriderProcess two =
                        PostriderProcess.join(one, folder("two"), broker.settings("two"));
                FullSpeedLoad first = new FullSpeedLoad(one, "one");
                FullSpeedLoad second = new FullSpeedLoad(two, "two")) {
            for (int round = 0; round < kills; round++) {
                boolean even = round % 2 == 0;
                first.start();
                second.start();
                kill(even ? one : two, even ? first : second, even ? second : first);
                (even ? second : first).stop();
                List<Created> created = new ArrayList<>(first.takeCreated());
                created.addAll(second.takeCreated());
                judge.links(one, created);
                judge.links(two, created);
                System.out.printf(
                        "round %d: %d links, %d in all, faults %d%n",
                        round, created.size(), judge.acknowledged(), judge.faults().size());
            }
            for (PostriderProcess node : List.of(one, two)) {
                judge.keys(node, first);
                judge.keys(node, second);
                judge.lists(node);
                judge.visits(node, first.visits());
                judge.visits(node, second.visits());
            }
            System.out.printf("%d kills; one: %s; two: %s%n", kills, first, second);
        }
        assertThat(judge.faults()).isEmpty();
    }

    /** The other node has taken over before the killed one comes back: until then it acknowledges nothing of its partitions. */
    private static void kill(PostriderProcess node, FullSpeedLoad its, FullSpeedLoad others)
            throws Exception {
        long before = its.acknowledged();
        await().atMost(PATIENCE).until(() -> its.acknowledged() > before + CREATED);
        node.killNine();
        its.stop();
        long killed = others.acknowledged();
        await().atMost(PATIENCE).until(() -> others.acknowledged() > killed + CREATED);
        node.startAgain();
    }

    private Path folder(String name) throws Exception {
        return Files.createDirectories(folder.resolve(name));
    }
}
