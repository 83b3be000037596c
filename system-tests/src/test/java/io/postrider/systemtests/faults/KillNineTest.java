package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Nothing acknowledged is lost and nothing unacknowledged is invented, however often the product is killed under a load of
 * links, visits, keys, webhooks, messages and published events with a rule. The judges know the clients' ledger, the API, the
 * public topics and the calls of a provider.
 */
@Tag("faults")
@Tag("kills")
@Isolated("a restart under load takes what a machine has")
class KillNineTest {

    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final Duration POLL = Duration.ofSeconds(1);

    /** As it comes, and with transactions over several partitions; the seed decides. */
    private static final List<Integer> PARTITIONS = List.of(1, 4);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    @Tag("short")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void confirmedWritesSurviveThreeKills() throws Exception {
        crash(3);
    }

    @Test
    void confirmedWritesSurviveManyKills() throws Exception {
        crash(Integer.getInteger("postrider.kills", 20));
    }

    private void crash(int kills) throws Exception {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        int partitions = PARTITIONS.get((int) (seed % PARTITIONS.size()));
        System.out.printf(
                "seed %d (-Dpostrider.seed), %d kills, %d partitions%n", seed, kills, partitions);
        Path written = folder.resolve("ledger");
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                Ledger ledger = Ledger.create(written);
                PostriderProcess postrider =
                        PostriderProcess.start(
                                folder,
                                Map.of("POSTRIDER_PARTITIONS", Integer.toString(partitions)));
                Load load = new Load(postrider, ledger, receiver.url(""), seed);
                MessageLoad messages = new MessageLoad(postrider);
                RuleLoad rules = new RuleLoad(postrider)) {
            load.start();
            messages.start();
            rules.start();
            Kills killer =
                    new Kills(postrider, load, List.of(messages::accepted, rules::accepted), seed);
            killer.run(kills);
            load.stop();
            messages.stop();
            rules.stop();
            List<Act> acts = Ledger.read(written);
            report(acts, killer.restarts(), kills);
            messages.judge();
            rules.judge();
            judge(acts, postrider, receiver);
        }
    }

    private static void judge(
            List<Act> acts, PostriderProcess postrider, RecordingReceiver receiver)
            throws Exception {
        PublicLog log = new PublicLog(postrider.log());
        awaitClicks(acts, log);
        List<EventRecord> links = log.events(Context.LINKS);
        List<EventRecord> clicks = log.clicks();
        WebhookJudge webhooks = new WebhookJudge(acts, links, clicks);
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(webhooks.missing(receiver.requests())).isEmpty());

        Faults faults = new Faults();
        webhooks.judge(receiver.requests(), log.listings(), log.events(Context.WEBHOOKS), faults);
        new LinkJudge(acts, links, postrider, faults).judge(acts);
        new KeyJudge(acts, log.events(Context.KEYS), postrider, faults).judge();
        new ClickJudge(acts, log.clicks(), faults).judge(postrider);
        System.out.printf(
                "%d link events, %d clicks, %d webhook requests%n",
                links.size(), clicks.size(), receiver.requests().size());
        assertThat(faults.found()).isEmpty();
    }

    /** Answered visits are counted in the end; when they are, those that came before them are too. */
    private static void awaitClicks(List<Act> acts, PublicLog log) {
        Set<String> answered =
                acts.stream()
                        .filter(act -> act.kind() == Act.Kind.VISIT && act.status() == 302)
                        .map(Act::detail)
                        .collect(Collectors.toSet());
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() ->
                        assertThat(ClickJudge.clicks(log.clicks()))
                                .extracting(click -> String.valueOf(click.referrer()))
                                .containsAll(answered));
    }

    private static void report(List<Act> acts, List<Duration> restarts, int kills) {
        System.out.printf(
                "%d requests, %d answered, %d refused for now, %d unknown, %d kills%n",
                acts.size(),
                acts.stream().filter(act -> act.status() != 503 && !act.unknown()).count(),
                acts.stream().filter(act -> act.status() == 503).count(),
                acts.stream().filter(Act::unknown).count(),
                kills);
        System.out.printf(
                "restarts: min %d ms, median %d ms, max %d ms of %d%n",
                restarts.getFirst().toMillis(),
                restarts.get(restarts.size() / 2).toMillis(),
                restarts.getLast().toMillis(),
                restarts.size());
    }
}
