package io.postrider.redirects;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.partitioningBy;

import io.postrider.domain.links.Link;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.threads.FailedThread;
import io.postrider.redirects.AdmissionBlocks.Granted;
import io.postrider.web.server.AddressShares;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the owner of a link with a click limit decide how many of the waiting visitors are admitted.
 *
 * <p>One block of a link is requested at a time: all visitors that have arrived meanwhile are the next block. So the commands
 * for a link do not grow with its visitors, and no admission is held that no visitor waits for.
 */
final class ClickAdmissions {

    /** Visitors that wait at the same time, of which a tenant's links have a quarter. */
    static final int WAITING_MAX = 8_192;

    /** Visitors of one link that wait for its next block. */
    static final int WAITING_OF_LINK_MAX = 1_024;

    /** Visitors from one network that wait. */
    static final int WAITING_OF_NETWORK_MAX = 128;

    /** Blocks that owners decide on at the same time, of which a tenant's links have a quarter. */
    static final int BLOCKS_MAX = 256;

    /** Pause between two blocks of a workspace, which thus has 50 commands per second; its links take turns. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** No visitor waits longer for the turn of a link. */
    private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

    /** Maximum time that a visitor waits for a block to be requested. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final ScheduledExecutorService NEXT =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("admissions").factory());

    private static final CompletionStage<Admission> BUSY =
            CompletableFuture.completedStage(Admission.BUSY);

    private final AdmissionBlocks blocks;
    private final Tenants tenants;
    private final long pauseNanos;
    private final long patienceNanos;
    private final LongSupplier nanoTime;
    private final SharedCapacity waiting = SharedCapacity.ofTenants(WAITING_MAX);
    private final SharedCapacity underWay = SharedCapacity.ofTenants(BLOCKS_MAX);
    private final FailedThread failed = new FailedThread();
    private final AddressShares networks = new AddressShares(WAITING_OF_NETWORK_MAX);

    /** Waiting visitors of links with a block in flight, or in the pause after one. Guarded by this. */
    private final Map<String, List<Visitor>> queues = new HashMap<>();

    /** Number of these links by workspace. Guarded by this. */
    private final Map<String, Integer> linksOf = new HashMap<>();

    /** Shows how many visitors wait, and for how many blocks. */
    void show(Bounds bounds) {
        bounds.show("click_admissions", waiting);
        bounds.show("click_admission_blocks", underWay);
    }

    /** The decision on one click. */
    enum Admission {
        ADMITTED,
        EXHAUSTED,
        GONE,
        UNDECIDED,
        BUSY
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Visitor(
            String tenant,
            byte[] address,
            String requestId,
            long at,
            long sinceNanos,
            CompletableFuture<Admission> answer) {}

    ClickAdmissions(AdmissionBlocks blocks, Tenants tenants) {
        this(blocks, tenants, PAUSE, PATIENCE, System::nanoTime);
    }

    /**
     * @param pause between the starts of two blocks of a workspace
     * @param patience of a visitor while as many blocks are under way as may be
     */
    ClickAdmissions(
            AdmissionBlocks blocks,
            Tenants tenants,
            Duration pause,
            Duration patience,
            LongSupplier nanoTime) {
        this.blocks = blocks;
        this.tenants = tenants;
        this.pauseNanos = pause.toNanos();
        this.patienceNanos = patience.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Requests an admission; never fails. A change of the link by the decision is in the directory before the result is
     * returned.
     *
     * @param address address of the visitor, 4 or 16 bytes
     * @param at time of the visitor's request, in Unix milliseconds
     */
    CompletionStage<Admission> ask(Link link, byte[] address, String requestId, long at) {
        String tenant = tenants.ofWorkspace(link.workspace());
        if (!entered(tenant, address)) {
            return BUSY;
        }
        Visitor visitor =
                new Visitor(
                        tenant,
                        address,
                        requestId,
                        at,
                        nanoTime.getAsLong(),
                        new CompletableFuture<>());
        switch (queued(link, visitor)) {
            case FIRST -> failed.watch(() -> send(link, tenant)).run();
            case NEXT -> {}
            case FULL -> answer(visitor, Admission.BUSY);
        }
        return visitor.answer;
    }

    /** Completes when blocks of a link are not sent any more: then its present and later visitors wait without end. */
    CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private boolean entered(String tenant, byte[] address) {
        if (!networks.tryTake(address)) {
            return false;
        }
        if (waiting.take(tenant, 1) != Grant.GRANTED) {
            networks.giveBack(address);
            return false;
        }
        return true;
    }

    private enum Place {
        FIRST,
        NEXT,
        FULL
    }

    private synchronized Place queued(Link link, Visitor visitor) {
        boolean first = !queues.containsKey(link.key());
        List<Visitor> queue = queues.computeIfAbsent(link.key(), _ -> new ArrayList<>());
        if (queue.size() >= WAITING_OF_LINK_MAX) {
            return Place.FULL;
        }
        queue.add(visitor);
        if (first) {
            linksOf.merge(link.workspace(), 1, Integer::sum);
        }
        return first ? Place.FIRST : Place.NEXT;
    }

    /** Visitors leave the queue when their block is sent, and not before, so that its limit holds at every moment. */
    private void send(Link link, String tenant) {
        long started = nanoTime.getAsLong();
        if (underWay.take(tenant, 1) != Grant.GRANTED) {
            impatient(link.key(), started).forEach(visitor -> answer(visitor, Admission.BUSY));
            sendNext(link, started);
            return;
        }
        List<Visitor> block = nextBlock(link.key());
        Visitor first = block.getFirst();
        var _ =
                blocks.ask(link, first.requestId, first.at, block.size())
                        .whenComplete((granted, _) ->
                                failed.watch(() -> decided(link, tenant, block, granted, started))
                                        .run());
    }

    private void decided(
            Link link, String tenant, List<Visitor> block, Granted granted, long started) {
        underWay.release(tenant, 1);
        answer(block, granted);
        sendNext(link, started);
    }

    private void sendNext(Link link, long lastStarted) {
        var _ =
                NEXT.schedule(
                        failed.watch(
                                () -> tenantInQueue(link).ifPresent(tenant -> send(link, tenant))),
                        pauseNanos(link) - (nanoTime.getAsLong() - lastStarted),
                        TimeUnit.NANOSECONDS);
    }

    /** Visitors cause records in the log and on disk, so the blocks of a workspace do not grow with its links. */
    private synchronized long pauseNanos(Link link) {
        long all = pauseNanos * linksOf.getOrDefault(link.workspace(), 1);
        return Math.min(all, Math.max(pauseNanos, PAUSE_MAX.toNanos()));
    }

    /** The tenant of a link's waiting visitors; empty if the link has no queue any more. */
    private synchronized Optional<String> tenantInQueue(Link link) {
        List<Visitor> queue = queues.getOrDefault(link.key(), List.of());
        if (queue.isEmpty()) {
            queues.remove(link.key());
            linksOf.computeIfPresent(link.workspace(), (_, links) -> links == 1 ? null : links - 1);
            return Optional.empty();
        }
        return Optional.of(queue.getFirst().tenant);
    }

    private synchronized List<Visitor> nextBlock(String key) {
        return requireNonNull(queues.put(key, new ArrayList<>()));
    }

    /** Removes the visitors who have waited too long; the others keep their order. */
    private synchronized List<Visitor> impatient(String key, long now) {
        Map<Boolean, List<Visitor>> byPatience =
                nextBlock(key).stream()
                        .collect(
                                partitioningBy(
                                        visitor -> now - visitor.sinceNanos >= patienceNanos));
        queues.put(key, new ArrayList<>(requireNonNull(byPatience.get(false))));
        return requireNonNull(byPatience.get(true));
    }

    private void answer(List<Visitor> block, Granted granted) {
        for (int i = 0; i < block.size(); i++) {
            answer(block.get(i), granted.of(i));
        }
    }

    private void answer(Visitor visitor, Admission admission) {
        waiting.release(visitor.tenant, 1);
        networks.giveBack(visitor.address);
        visitor.answer.complete(admission);
    }
}
