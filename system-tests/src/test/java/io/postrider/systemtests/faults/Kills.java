package io.postrider.systemtests.faults;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Kills the product at moments that a seed chooses, under load and while it starts. */
final class Kills {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final int ANSWERS_MIN = 10;
    private static final int ANSWERS_SPREAD = 150;
    private static final int EARLY_ONE_IN = 5;

    // What the product says while it starts; a kill may come after any of these.
    private static final List<String> STEPS =
            List.of(
                    "starting the broker",
                    "starting the services",
                    "keys and links: restored",
                    "postrider-resource-decider: restored");

    private final PostriderProcess postrider;
    private final Load load;
    private final List<LongSupplier> others;
    private final Random random;
    private final List<Duration> restarts = new ArrayList<>();

    /** @param others count the requests of further loads that were accepted; a kill waits for some of each */
    Kills(PostriderProcess postrider, Load load, List<LongSupplier> others, long seed) {
        this.others = others;
        this.postrider = postrider;
        this.load = load;
        this.random = new Random(seed);
    }

    /** Kills so many times; afterwards the product is ready and has taken some more load. */
    void run(int times) throws IOException, InterruptedException, ExecutionException {
        int kills = 0;
        while (kills < times) {
            awaitAnswers();
            postrider.killNine();
            kills++;
            if (kills < times && random.nextInt(EARLY_ONE_IN) == 0) {
                killAtStart(STEPS.get(random.nextInt(STEPS.size())));
                kills++;
            }
            postrider.launchAgain();
            restarts.add(postrider.awaitReady());
        }
        awaitAnswers();
    }

    /** How long each restart took from the launch to ready. */
    List<Duration> restarts() {
        return restarts.stream().sorted().toList();
    }

    private void killAtStart(String step) throws IOException, InterruptedException {
        long before = postrider.said(step);
        postrider.launchAgain();
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> postrider.said(step) > before);
        postrider.killNine();
    }

    private void awaitAnswers() throws InterruptedException, ExecutionException {
        long goal = load.answered() + ANSWERS_MIN + random.nextInt(ANSWERS_SPREAD);
        List<Long> before = others.stream().map(LongSupplier::getAsLong).toList();
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> {
                    load.check();
                    return load.answered() >= goal
                            && IntStream.range(0, others.size())
                                    .allMatch(i ->
                                            others.get(i).getAsLong()
                                                    >= before.get(i) + ANSWERS_MIN);
                });
    }
}
