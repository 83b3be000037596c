package io.postrider.decider.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.FakeTenants;
import io.postrider.decider.DecisionLogic;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.UserCommand;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.commands.CommandResult.Decided;
import io.postrider.platform.commands.CommandResult.Unavailable;
import io.postrider.platform.commands.CommandResult.Unknown;
import io.postrider.platform.disk.DiskLevel;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaCommandGatewayTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Partitions PARTITIONS = new Partitions(12);

    private final DeferredExecutor callers = new DeferredExecutor();
    private final PendingCommands pending =
            new PendingCommands(
                    new SharedCapacity(2, 2),
                    new CommandReserve(1),
                    Duration.ofSeconds(10),
                    callers,
                    () -> 0);
    private final AtomicBoolean reachable = new AtomicBoolean(true);
    private final AtomicReference<DiskLevel> disk = new AtomicReference<>(DiskLevel.AMPLE);
    private final FailingProducer producer = new FailingProducer();
    private final KafkaCommandGateway gateway = gateway("node-a:8080");

    @AfterEach
    void close() {
        pending.close();
    }

    @Test
    void aCommandGoesToThePartitionOfItsAggregateAndAsksForItsAnswerHere() {
        gateway.send(Context.LINKS, command(1));

        ProducerRecord<byte[], byte[]> sent = producer.history().getFirst();
        assertThat(sent.topic()).isEqualTo("postrider.commands.links.v1");
        assertThat(sent.partition()).isEqualTo(PARTITIONS.of("go.test/a"));
        assertThat(sent.key()).isEqualTo("go.test/a".getBytes(StandardCharsets.UTF_8));
        assertThat(sent.headers())
                .containsExactly(
                        new RecordHeader(
                                DecisionLogic.HEADER, DecisionLogic.header(DecisionLogic.NEWEST)));
        CommandRecord decoded = CommandCodec.of(Context.LINKS, IDS).decode(sent.value());
        assertThat(decoded.body()).isEqualTo(new DeleteLink("ws_1"));
        assertThat(decoded.header().replyTo()).isEqualTo("node-a:8080");
        assertThat(decoded.header().id()).isEqualTo(id(1));
    }

    @Test
    void aCommandCanBeRoutedBySomethingElseAndBelongToATrace() {
        String key = routedElsewhere();

        gateway.send(Context.LINKS, command(1), key, "00-ab-cd-01");

        ProducerRecord<byte[], byte[]> sent = producer.history().getFirst();
        assertThat(sent.partition()).isEqualTo(PARTITIONS.of(key));
        assertThat(sent.key()).isEqualTo("go.test/a".getBytes(StandardCharsets.UTF_8));
        assertThat(sent.headers().lastHeader("traceparent").value())
                .isEqualTo("00-ab-cd-01".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theDecisionArrives() {
        CommandOutcome outcome = Outcomes.of(id(1));
        CompletableFuture<CommandResult> settled = send(1);

        pending.answered(id(1), outcome);

        assertThat(settled(settled)).isEqualTo(new Decided(outcome));
    }

    @Test
    void anAcknowledgementAloneIsNoAnswer() {
        CompletableFuture<CommandResult> settled = send(1);

        producer.completeNext();
        callers.runAll();

        assertThat(settled).isNotDone();
    }

    @Test
    void whileTheLogIsOutOfReachNothingIsSent() {
        reachable.set(false);

        assertThat(settled(send(1)))
                .isEqualTo(new Unavailable("log_unavailable", "Kafka cannot be reached."));
        assertThat(producer.history()).isEmpty();
        assertThat(pending.size()).isZero();
    }

    @Test
    void aLowDiskTakesNoWriteButThoseThatTakeAccessAwayAndSessions() {
        for (DiskLevel level : List.of(DiskLevel.LOW, DiskLevel.CRITICAL)) {
            disk.set(level);
            assertThat(settled(send(1)))
                    .isEqualTo(
                            new Unavailable(
                                    "disk_low", "The disk of the data folder is almost full."));
        }
        assertThat(producer.history()).isEmpty();

        disk.set(DiskLevel.TIGHT);
        var _ = send(2);
        assertThat(producer.history()).hasSize(1);

        disk.set(DiskLevel.LOW);
        gateway.send(Context.KEYS, revocation());
        gateway.send(Context.USERS, sessionStart());
        assertThat(producer.history()).hasSize(3);

        disk.set(DiskLevel.CRITICAL);
        assertThat(settled(gateway.send(Context.KEYS, revocation()).toCompletableFuture()))
                .isInstanceOf(Unavailable.class);
    }

    @Test
    void whenTooMuchIsUnderWayNothingIsSent() {
        gateway.send(Context.LINKS, command(1));
        gateway.send(Context.LINKS, command(2));

        assertThat(settled(send(3)))
                .isEqualTo(new Unavailable("overloaded", "Too many writes are in progress."));
        assertThat(producer.history()).hasSize(2);
    }

    @Test
    void aFailureAfterSendingLeavesTheOutcomeUnknown() {
        CompletableFuture<CommandResult> settled = send(1);

        producer.errorNext(new TimeoutException("expired"));

        assertThat(settled(settled)).isEqualTo(new Unknown(id(1)));
    }

    @Test
    void aFailureOnTheNetworkThreadBeforeSendReturnsIsUnknownToo() {
        producer.failsOnAnotherThread = true;
        producer.failure = new TimeoutException("expired");

        assertThat(settled(send(1))).isEqualTo(new Unknown(id(1)));
    }

    @Test
    void aTopicThatIsNotKnownYetMeansThatNothingWasSent() {
        producer.failure = new TimeoutException("not present in metadata");

        assertThat(settled(send(1)))
                .isEqualTo(new Unavailable("log_unavailable", "Kafka cannot be reached."));
    }

    @Test
    void aFullBufferMeansThatNothingWasSent() {
        producer.failure = new BufferExhaustedException("full");

        assertThat(settled(send(1)))
                .isEqualTo(new Unavailable("overloaded", "Too many writes are in progress."));
    }

    @Test
    void aCommandThatIsTooLargeIsNotSent() {
        producer.failure = new RecordTooLargeException("large");

        assertThat(settled(send(1)))
                .isEqualTo(
                        new Unavailable(
                                "too_large", "The command exceeds the maximum size of a record."));
    }

    @Test
    void aProducerThatThrowsMeansThatNothingWasSent() {
        producer.sendException = new KafkaException("broken");
        assertThat(settled(send(1))).isInstanceOf(Unavailable.class);

        producer.sendException = new IllegalStateException("closed");
        assertThat(settled(send(2))).isInstanceOf(Unavailable.class);
        assertThat(pending.size()).isZero();
    }

    private CompletableFuture<CommandResult> send(int number) {
        CompletionStage<CommandResult> stage = gateway.send(Context.LINKS, command(number));
        return stage.toCompletableFuture();
    }

    private CommandResult settled(CompletableFuture<CommandResult> future) {
        callers.runAll();
        assertThat(future).isDone();
        return future.getNow(new Unknown("not done"));
    }

    private KafkaCommandGateway gateway(@Nullable String node) {
        return new KafkaCommandGateway(
                producer,
                new CommandEncoder(PARTITIONS, IDS, node, EnumSet.allOf(Context.class)),
                pending,
                new FakeTenants(),
                reachable::get,
                disk::get);
    }

    private static String routedElsewhere() {
        int partition = PARTITIONS.of("go.test/a");
        for (int i = 0; ; i++) {
            if (PARTITIONS.of("key" + i) != partition) {
                return "key" + i;
            }
        }
    }

    private static String id(int number) {
        return Id.of(IdKind.CMD, new UUID(1, number));
    }

    private static CommandRecord revocation() {
        return command(3, "key.revoke", new KeyCommand.RevokeKey("ws_1"));
    }

    private static CommandRecord sessionStart() {
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        Session session = new Session("hash", "Firefox", now, now.plusSeconds(60));
        return command(
                4,
                "user.start_session",
                new UserCommand.StartSession(session, null, null, null, null, null));
    }

    private static CommandRecord command(int number) {
        return command(number, "link.delete", new DeleteLink("ws_1"));
    }

    private static CommandRecord command(int number, String type, Record body) {
        return new CommandRecord(
                new CommandHeader(
                        id(number),
                        type,
                        Instant.parse("2026-03-01T12:00:00Z"),
                        "ws_1",
                        "go.test/a",
                        null,
                        null,
                        null,
                        null,
                        null),
                body);
    }
}
