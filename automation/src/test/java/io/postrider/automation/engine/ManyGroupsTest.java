package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.CALLER;
import static io.postrider.automation.engine.TestEngine.START;
import static io.postrider.automation.engine.TestEngine.WORKSPACE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Context;
import io.postrider.schemas.RunLimitSignal;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rule whose runs wait for one another by a key that is different each time: 100,000 go on at once. */
class ManyGroupsTest {

    private static final int GROUPS = 100_000;
    private static final int AT_ONCE = 1_000;

    /** Of what the processor itself holds; entries are in RocksDB. */
    private static final long HEAP_MAX = 32L << 20;

    private static final Duration TIME_MAX = Duration.ofSeconds(60);
    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final ValueCodec<RunLimitSignal> TURNS = ValueCodec.turns(IDS);
    private static final String DEFINITION =
            "{\"trigger\":{\"event_types\":[\"order.paid\"]},\"flow\":{\"concurrency\":{\"limit\":1,"
                    + "\"key\":{\"jsonata\":\"event.id\"}}},\"actions\":[{\"key\":\"stop\",\"type\":\"stop\"}]}";

    @TempDir private Path folder;
    private final String rule = Id.of(IdKind.RUL, new UUID(1, 1));
    private final RuleDirectory rules = new RuleDirectory();
    private final TestAggregates<RuleCommand, Rule, ?> log = TestAggregates.ofRules();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private KeyValueStore<Bytes, byte[]> store;
    private MockProcessorContext<byte[], byte[]> context;
    private RunLimitProcessor limits;
    private Instant now = START;

    @BeforeEach
    void publish() {
        RulePatch patch = new RulePatch(List.of(), null, null, DEFINITION, Map.of());
        decide(new CreateRule(patch.applyTo(Rule.blank(rule, WORKSPACE, now), now)));
        decide(new PublishRule(WORKSPACE, null, TestEngine.SCOPES, CALLER.id()));
        open();
    }

    private void decide(RuleCommand command) {
        log.decide(rule, command, CALLER, now).ifPresent(rules::apply);
    }

    private void open() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        context = new MockProcessorContext<>(config, new TaskId(0, 0), folder.toFile());
        store = FlowStore.builder().withLoggingDisabled().withCachingDisabled().build();
        store.init(context.getStateStoreContext(), store);
        context.addStateStore(store);
        limits =
                new RunLimitProcessor(
                        IDS,
                        rules,
                        () -> {},
                        new RuleLimits(),
                        new SystemCommands("automation-engine", Context.RUNS, IDS, () -> now),
                        () -> now,
                        new RunLimitBounds(new Bounds(meters)));
        limits.init(context);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void eachBeginsAndEndsAlsoAfterARestart() {
        long before = heap();
        Instant began = Instant.now();

        assertThat(each(RunLimitSignal.WAITS)).isEqualTo(GROUPS);
        close();
        open();
        int again = round();
        assertThat(again).isBetween(1, GROUPS);
        assertThat(each(RunLimitSignal.ENDED)).isZero();
        for (int i = 0; i < 4; i++) {
            round();
        }

        assertThat(store.approximateNumEntries()).isZero();
        assertThat(heap() - before).isLessThan(HEAP_MAX);
        assertThat(Duration.between(began, Instant.now())).isLessThan(TIME_MAX);
    }

    private int round() {
        now = now.plusSeconds(1);
        context.scheduledPunctuators().getFirst().getPunctuator().punctuate(now.toEpochMilli());
        return forwarded();
    }

    private int forwarded() {
        int count = context.forwarded().size();
        context.resetForwards();
        return count;
    }

    /** How many commands follow on a turn of each run. */
    private int each(String kind) {
        int count = 0;
        for (int i = 0; i < GROUPS; i++) {
            limits.process(
                    new Record<>(rule.getBytes(US_ASCII), turn(kind, i), now.toEpochMilli()));
            if (i % AT_ONCE == 0) {
                count += forwarded();
            }
        }
        return count + forwarded();
    }

    private byte[] turn(String kind, int number) {
        String run = Id.of(IdKind.RUN, new UUID(3, number));
        String group = "group" + number;
        return TURNS.encode(
                new RunLimitSignal(
                        kind, WORKSPACE, rule, 1, run, 1, null, null, group, now, new byte[0]));
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
