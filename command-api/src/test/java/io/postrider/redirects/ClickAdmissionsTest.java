package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.api.FakeDirectory;
import io.postrider.api.FakeTenants;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.platform.commands.CommandResult;
import io.postrider.redirects.ClickAdmissions.Admission;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.records.Records;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ClickAdmissionsTest {

    private static final SampleLink LIMITED =
            SampleLink.of("a", "https://t.example/").limited(5_000, 0);

    private final ScriptedGateway gateway = new ScriptedGateway();
    private final List<CompletableFuture<CommandResult>> decisions = new CopyOnWriteArrayList<>();
    private final ClickAdmissions admissions = admissions(new FakeDirectory(), Duration.ZERO);
    private int visitors;

    ClickAdmissionsTest() {
        gateway.decides =
                _ -> {
                    CompletableFuture<CommandResult> decision = new CompletableFuture<>();
                    decisions.add(decision);
                    return decision;
                };
    }

    @Test
    @Verifies("limited-visitors")
    void visitorsDuringABlockAreTheNextBlock() {
        Link link = LIMITED.link();
        CompletableFuture<Admission> first = visit(link);
        List<CompletableFuture<Admission>> others = visits(link, 3);
        assertThat(asked()).containsExactly(1L);

        decide(0, LIMITED.limited(5_000, 1).admitted(1, 1));

        assertThat(first).isCompletedWithValue(Admission.ADMITTED);
        awaitAsked(1, 3);
        assertThat(others).noneMatch(CompletableFuture::isDone);
        decide(1, LIMITED.limited(5_000, 4).admitted(1, 3));
        assertThat(others)
                .allSatisfy(other -> assertThat(other.join()).isEqualTo(Admission.ADMITTED));
    }

    @Test
    void aPartlyGrantedBlockAdmitsTheFirstVisitors() {
        Link link = LIMITED.link();
        CompletableFuture<Admission> first = visit(link);
        List<CompletableFuture<Admission>> others = visits(link, 3);
        decide(0, LIMITED.limited(5_000, 4_998).admitted(1, 1));
        awaitAsked(1, 3);

        decide(1, LIMITED.limited(5_000, 5_000).exhausted(2, 2));

        assertThat(first).isCompletedWithValue(Admission.ADMITTED);
        assertThat(others.stream().map(CompletableFuture::join))
                .containsExactly(Admission.ADMITTED, Admission.ADMITTED, Admission.EXHAUSTED);
    }

    @Test
    void linksDoNotWaitForEachOther() {
        CompletableFuture<Admission> one = visit(LIMITED.link());
        CompletableFuture<Admission> two = visit(other("ws_other", 1));
        assertThat(asked()).containsExactly(1L, 1L);

        decide(1, LIMITED.admitted(1, 1));

        assertThat(two).isCompletedWithValue(Admission.ADMITTED);
        assertThat(one).isNotDone();
    }

    @Test
    @Verifies("limited-visitors")
    void aNetworkHasAShareOfWaitingVisitors() {
        Link link = LIMITED.link();
        byte[] network = {10, 0, 0, 1};
        List<CompletableFuture<Admission>> mine =
                IntStream.range(0, ClickAdmissions.WAITING_OF_NETWORK_MAX)
                        .mapToObj(_ -> visit(link, network))
                        .toList();

        assertThat(visit(link, network)).isCompletedWithValue(Admission.BUSY);
        assertThat(visit(link)).isNotDone();
        decide(0, LIMITED.admitted(1, 1));
        assertThat(mine.getFirst()).isCompletedWithValue(Admission.ADMITTED);
        assertThat(visit(link, network)).isNotDone();
    }

    @Test
    @Verifies("limited-visitors")
    void waitingVisitorsOfALinkAreLimited() {
        Link link = LIMITED.link();
        visits(link, 1 + ClickAdmissions.WAITING_OF_LINK_MAX);

        assertThat(visit(link)).isCompletedWithValue(Admission.BUSY);

        decide(0, LIMITED.admitted(1, 1));
        awaitAsked(1, ClickAdmissions.WAITING_OF_LINK_MAX);
        assertThat(visit(link)).isNotDone();
    }

    @Test
    @Verifies("limited-visitors")
    void theLimitOfALinkHoldsWhileItsBlockIsRejected() {
        Queue<Runnable> atReadsOfTheClock = new ArrayDeque<>();
        ClickAdmissions stalled =
                admissions(
                        new FakeDirectory(),
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        () -> {
                            Optional.ofNullable(atReadsOfTheClock.poll()).ifPresent(Runnable::run);
                            return 0;
                        });
        int quarter = ClickAdmissions.BLOCKS_MAX / 4;
        for (int i = 0; i < quarter; i++) {
            assertThat(visit(stalled, other("ws_loud", i))).isNotDone();
        }
        Link link = other("ws_loud", quarter);
        List<CompletableFuture<Admission>> visitors = new ArrayList<>();
        int bound = ClickAdmissions.WAITING_OF_LINK_MAX;
        // The first read is for the visitor, and the second one for the block.
        atReadsOfTheClock.add(() -> {});
        atReadsOfTheClock.add(() -> visitors.addAll(visits(stalled, link, bound)));

        visitors.add(visit(stalled, link));
        visitors.addAll(visits(stalled, link, 2));

        assertThat(visitors).hasSize(bound + 3);
        assertThat(visitors).filteredOn(visitor -> !visitor.isDone()).hasSize(bound);
        assertThat(visitors.getLast()).isCompletedWithValue(Admission.BUSY);
    }

    @Test
    @Verifies("limited-visitors")
    void theWorkspacesOfAnOwnerShareAQuarterOfWaitingVisitors() {
        int quarter = ClickAdmissions.WAITING_MAX / 4;
        for (int i = 0; i < quarter; i++) {
            assertThat(visit(other("ws_loud_" + i % 4, i % 8))).isNotDone();
        }

        assertThat(visit(other("ws_loud_9", 1))).isCompletedWithValue(Admission.BUSY);
        assertThat(visit(other("ws_quiet", 1))).isNotDone();
    }

    @Test
    @Verifies("limited-visitors")
    void theWorkspacesOfOneOwnerHaveAQuarterOfTheBlocksUnderWay() {
        int quarter = ClickAdmissions.BLOCKS_MAX / 4;
        for (int i = 0; i < quarter; i++) {
            assertThat(visit(other("ws_loud_" + i % 4, i))).isNotDone();
        }

        assertThat(visit(other("ws_loud", quarter))).isCompletedWithValue(Admission.BUSY);
        assertThat(visit(other("ws_quiet", 1))).isNotDone();
        decide(0, LIMITED.admitted(1, 1));
        Awaitility.await().until(() -> !visit(other("ws_loud", quarter)).isDone());
    }

    /** The workspace has one block in 200 ms, so each of three links has its next one after 600 ms. */
    @Test
    @Verifies("limited-visitors")
    void theLinksOfAWorkspaceTakeTurns() {
        long began = System.nanoTime();
        ClickAdmissions paced =
                admissions(
                        new FakeDirectory(),
                        Duration.ofMillis(200),
                        Duration.ZERO,
                        System::nanoTime);
        for (int i = 0; i < 3; i++) {
            visits(paced, other("ws_loud", i), 2);
        }
        assertThat(decisions).hasSize(3);

        for (int i = 0; i < 3; i++) {
            decide(i, LIMITED.admitted(1, 1));
        }

        Awaitility.await().until(() -> decisions.size() > 3);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThan(Duration.ofMillis(599));
    }

    @Test
    void aVisitorWaitsForABlockThatMayBeAskedFor() {
        ClickAdmissions patient = admissions(new FakeDirectory(), Duration.ofHours(1));
        int quarter = ClickAdmissions.BLOCKS_MAX / 4;
        for (int i = 0; i < quarter; i++) {
            assertThat(visit(patient, other("ws_loud", i))).isNotDone();
        }
        CompletableFuture<Admission> late = visit(patient, other("ws_loud", quarter));
        assertThat(late).isNotDone();
        assertThat(decisions).hasSize(quarter);

        decide(0, LIMITED.admitted(1, 1));

        Awaitility.await().until(() -> decisions.size() == quarter + 1);
        decide(quarter, LIMITED.admitted(1, 1));
        assertThat(late).isCompletedWithValue(Admission.ADMITTED);
    }

    @Test
    void aDecisionHoldsAlthoughItCannotBeShown() {
        ClickAdmissions blind =
                admissions(
                        new FakeDirectory() {
                            @Override
                            public void apply(EventRecord event) {
                                throw new IllegalStateException("no disk");
                            }
                        },
                        Duration.ZERO);
        CompletableFuture<Admission> first = visit(blind, LIMITED.link());
        CompletableFuture<Admission> second = visit(blind, LIMITED.link());

        decide(0, LIMITED.admitted(1, 1));

        assertThat(first).isCompletedWithValue(Admission.ADMITTED);
        awaitAsked(1, 1);
        decide(1, LIMITED.exhausted(2, 1));
        assertThat(second).isCompletedWithValue(Admission.ADMITTED);
    }

    @Test
    void aGatewayThatThrowsLeavesNoVisitorWaiting() {
        gateway.decides =
                _ -> {
                    throw new IllegalStateException("bug");
                };
        CompletableFuture<Admission> first = visit(LIMITED.link());
        assertThat(first).isCompletedWithValue(Admission.UNDECIDED);

        for (int i = 0; i < 2 * ClickAdmissions.WAITING_OF_NETWORK_MAX; i++) {
            byte[] network = {10, 0, 0, 1};
            assertThat(visit(admissions, other("ws_loud", i), network))
                    .isCompletedWithValue(Admission.UNDECIDED);
        }
    }

    @Test
    void anErrorInTheNextBlockOfALinkIsReported() {
        CompletableFuture<CommandResult> decision = new CompletableFuture<>();
        gateway.decides =
                _ -> {
                    if (gateway.sent.size() > 1) {
                        throw new NoClassDefFoundError("a.B");
                    }
                    return decision;
                };
        visits(LIMITED.link(), 2);

        decision.complete(ScriptedGateway.accepted(LIMITED.admitted(1, 1)));

        Awaitility.await().until(() -> admissions.dead().isDone());
    }

    @Test
    void anErrorAfterADecidedBlockIsReported() {
        AtomicBoolean broken = new AtomicBoolean();
        ClickAdmissions failing =
                admissions(
                        new FakeDirectory(),
                        Duration.ZERO,
                        Duration.ZERO,
                        () -> {
                            if (broken.get()) {
                                throw new NoClassDefFoundError("a.B");
                            }
                            return 0;
                        });
        var _ = visit(failing, LIMITED.link());
        assertThat(failing.dead()).isNotDone();
        broken.set(true);

        decide(0, LIMITED.admitted(1, 1));

        assertThat(failing.dead()).isDone();
    }

    @Test
    void anErrorInTheFirstBlockOfALinkIsReported() {
        gateway.decides =
                _ -> {
                    throw new NoClassDefFoundError("a.B");
                };

        assertThatThrownBy(() -> visit(LIMITED.link())).isInstanceOf(NoClassDefFoundError.class);

        assertThat(admissions.dead()).isDone();
    }

    @Test
    void anEventOfANewerReleaseAdmitsNoVisitor() {
        CompletableFuture<Admission> answer = visit(LIMITED.link());

        decide(0, LIMITED.created());

        assertThat(answer).isCompletedWithValue(Admission.UNDECIDED);
    }

    @Test
    void onlyALinkThatIsMissingIsGone() {
        CompletableFuture<Admission> broken = visit(LIMITED.link());
        decisions.getFirst().complete(ScriptedGateway.rejected("internal_error"));
        assertThat(broken).isCompletedWithValue(Admission.UNDECIDED);

        CompletableFuture<Admission> missing = visit(other("ws_loud", 1));
        decisions.getLast().complete(ScriptedGateway.rejected("not_found"));
        assertThat(missing).isCompletedWithValue(Admission.GONE);
    }

    @Test
    void aBlockWithUnknownOutcomeAdmitsNoVisitor() {
        CompletableFuture<Admission> answer = visit(LIMITED.link());

        decisions.getFirst().complete(new CommandResult.Unknown("cmd_1"));

        assertThat(answer).isCompletedWithValue(Admission.UNDECIDED);
    }

    private ClickAdmissions admissions(LinkDirectory directory, Duration patience) {
        return admissions(directory, Duration.ZERO, patience, System::nanoTime);
    }

    private ClickAdmissions admissions(
            LinkDirectory directory, Duration pause, Duration patience, LongSupplier nanoTime) {
        return new ClickAdmissions(
                new AdmissionBlocks(gateway, directory, LockedSchemaIds.shipped()),
                new FakeTenants(),
                pause,
                patience,
                nanoTime);
    }

    private CompletableFuture<Admission> visit(Link link) {
        return visit(admissions, link);
    }

    private CompletableFuture<Admission> visit(ClickAdmissions by, Link link) {
        return visit(by, link, ByteBuffer.allocate(4).putInt(visitors++).array());
    }

    private CompletableFuture<Admission> visit(Link link, byte[] address) {
        return visit(admissions, link, address);
    }

    private static CompletableFuture<Admission> visit(
            ClickAdmissions by, Link link, byte[] address) {
        return by.ask(link, address, "req_1", 0).toCompletableFuture();
    }

    private List<CompletableFuture<Admission>> visits(Link link, int count) {
        return visits(admissions, link, count);
    }

    private List<CompletableFuture<Admission>> visits(ClickAdmissions by, Link link, int count) {
        return IntStream.range(0, count).mapToObj(_ -> visit(by, link)).toList();
    }

    private static Link other(String workspace, int number) {
        Link link = SampleLink.of(workspace + number, "https://t.example/").limited(9, 0).link();
        return Records.with(link, "workspace", workspace);
    }

    private void decide(int block, EventRecord event) {
        decisions.get(block).complete(ScriptedGateway.accepted(event));
    }

    private List<Long> asked() {
        return gateway.sent.stream()
                .map(CommandRecord::body)
                .map(body -> ((AdmitClicks) body).count())
                .toList();
    }

    private void awaitAsked(long... counts) {
        List<Long> expected = LongStream.of(counts).boxed().toList();
        Awaitility.await().untilAsserted(() -> assertThat(asked()).isEqualTo(expected));
    }
}
