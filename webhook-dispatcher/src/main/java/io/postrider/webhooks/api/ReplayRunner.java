package io.postrider.webhooks.api;

import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayCommand;
import io.postrider.domain.webhooks.ReplayCommand.AdvanceReplay;
import io.postrider.domain.webhooks.ReplayCommand.FailReplay;
import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.threads.PeriodicRounds;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Versioned;
import io.postrider.webhooks.api.ReplayPages.Page;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the replays that this node owns, a page of each in turn. The progress is recorded in the log, and a page that was sent
 * and not recorded is sent again after a restart, under the same ids.
 */
public final class ReplayRunner implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplayRunner.class);
    private static final Duration EVERY = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int NOT_FOUND = 404;

    private final ReplayReplica replays;
    private final WebhookReplica webhooks;
    private final ReplayPages pages;
    private final ReplayCommands commands;
    private final ReplayGate gate;
    private final InstantSource clock;
    private final PeriodicRounds rounds =
            new PeriodicRounds(
                    "replays",
                    this::round,
                    e ->
                            LOGGER.atWarn()
                                    .setCause(LoggedException.of(e))
                                    .log("Replays did not continue; retrying"));
    private final Map<String, ReplayRun> runs = new HashMap<>();

    ReplayRunner(
            ReplayReplica replays,
            WebhookReplica webhooks,
            ReplayPages pages,
            ReplayCommands commands,
            ReplayGate gate,
            InstantSource clock) {
        this.replays = replays;
        this.webhooks = webhooks;
        this.pages = pages;
        this.commands = commands;
        this.gate = gate;
        this.clock = clock;
    }

    /** Begins to run replays. */
    public void start() {
        rounds.start(Duration.ZERO, EVERY);
    }

    /** Completes when the thread has died and no replay runs any more. */
    public CompletableFuture<@Nullable Void> dead() {
        return rounds.dead();
    }

    /** Works on a page of each replay whose turn it is. */
    public void round() throws InterruptedException {
        Set<String> active =
                replays.active().stream()
                        .map(known -> known.value().id())
                        .collect(Collectors.toUnmodifiableSet());
        runs.keySet().retainAll(active);
        for (Versioned<Replay> known : replays.active()) {
            String id = known.value().id();
            if (gate.isOpen(id)) {
                ReplayRun run = runs.get(id);
                if (run == null || run.version() != known.version()) {
                    run = new ReplayRun(known, run == null ? clock.instant() : run.due());
                    runs.put(id, run);
                }
                continueDue(run);
            } else {
                runs.remove(id);
            }
        }
    }

    private void continueDue(ReplayRun run) throws InterruptedException {
        if (!run.isDue(clock.instant())) {
            return;
        }
        try {
            if (!run.isOver()) {
                work(run);
            }
            if (run.isToRecord(clock.instant())) {
                record(run, new AdvanceReplay(run.replay().workspace(), run.progress()));
            }
        } catch (ExecutionException | TimeoutException e) {
            LOGGER.atWarn()
                    .addKeyValue("replay", run.replay().id())
                    .setCause(LoggedException.of(e))
                    .log("A replay did not continue; retrying");
            run.pause(clock.instant());
        }
    }

    private void work(ReplayRun run)
            throws InterruptedException, ExecutionException, TimeoutException {
        Validated<Page> worked =
                pages.sent(run.replay(), run.cursor(), run.limit())
                        .toFuture()
                        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        switch (worked) {
            case Validated.Valid<Page>(Page page) -> run.add(page, clock.instant());
            case Validated.Refused<Page>(Problem problem) -> refused(run, problem);
        }
    }

    private void refused(ReplayRun run, Problem problem)
            throws InterruptedException, ExecutionException, TimeoutException {
        run.pause(clock.instant());
        Replay replay = run.replay();
        boolean isMissing = problem.status() == NOT_FOUND;
        // A webhook that is known and not found is newer than the read model.
        boolean isKnown = webhooks.find(replay.workspace(), replay.webhookId()).isPresent();
        if (!problem.isTemporary() && !(isMissing && isKnown)) {
            String reason = isMissing ? "webhook_deleted" : problem.code();
            record(run, new FailReplay(replay.workspace(), reason));
        }
    }

    private <C extends Record & ReplayCommand> void record(ReplayRun run, C command)
            throws InterruptedException, ExecutionException, TimeoutException {
        boolean isDecided =
                commands.send(run.replay(), run.version(), command)
                        .toCompletableFuture()
                        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        if (!isDecided) {
            run.pause(clock.instant());
        }
    }

    /** Stops at the end of the present page. */
    @Override
    public void close() {
        rounds.close();
    }
}
