package io.postrider.decider;

import static io.postrider.decider.Samples.NOW;
import static io.postrider.decider.Samples.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Sample;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeterminismTest {

    private static final int COMMANDS = 2_000;
    private static final int COMMANDS_ON_DISK = 60;
    private static final List<Context> CONTEXTS = List.of(Context.values());
    private static final ValueCodec<CommandOutcome> OUTCOMES =
            ValueCodec.outcomes(DeciderHarness.IDS);

    private final long seed = Long.getLong("postrider.seed", new Random().nextLong());
    private final List<Sent> sent = commands(new Random(seed));

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Sent(Context context, Instant appended, byte @Nullable [] value) {}

    /** Everything that the outside can see, and everything that a next decision depends on. */
    private record Seen(List<String> answers, List<String> events, List<String> stores) {

        Seen() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        void answer(DeciderHarness.Answer answer) {
            CommandOutcome outcome = answer.outcome();
            answers.add(
                    answer.commandId()
                            + " "
                            + outcome.kind()
                            + " "
                            + hex(OUTCOMES.encode(outcome)));
        }

        void event(long time, byte[] value, Headers headers) {
            events.add(time + " " + hex(value) + " " + headers);
        }

        void store(KeyValueStore<Bytes, byte[]> store) {
            try (var all = store.all()) {
                all.forEachRemaining(
                        entry -> stores.add(hex(entry.key.get()) + " " + hex(entry.value)));
            }
        }
    }

    @Test
    void theSameCommandsGiveTheSameBytesForEver() {
        Seen first = inMemory(sent);
        Seen second = inMemory(sent);

        assertThat(second).as("seed %d", seed).isEqualTo(first);
        assertThat(first.answers()).as("seed %d", seed).hasSize(COMMANDS);
        assertThat(kinds(first))
                .as("the commands were too tame, seed %d", seed)
                .containsExactly("accepted", "key_reused", "rejected", "reserved", "unchanged");
    }

    @Test
    void storesOnDiskGiveTheSameBytesAsStoresInMemory() {
        List<Sent> some = sent.subList(0, COMMANDS_ON_DISK);

        assertThat(onDisk(some)).as("seed %d", seed).isEqualTo(inMemory(some));
    }

    @Test
    void sequencesHaveNoGapsAndEveryCommandLeavesARecord() {
        Map<String, Long> versions = new HashMap<>();
        ProcessorHarness bench = new ProcessorHarness();
        for (Sent each : sent) {
            EventCodec codec = DeciderHarness.eventCodec(each.context());
            var all = bench.at(each.appended()).process(each.context(), each.value());
            assertThat(all)
                    .as("seed %d", seed)
                    .filteredOn(record ->
                            record.headers().lastHeader(EventHeaders.COMMAND_OFFSET) != null)
                    .containsExactly(all.getLast());
            var events = bench.forwarded(each.context().events());
            assertThat(all.size() - events.size())
                    .as("settlements, seed %d", seed)
                    .isEqualTo(events.isEmpty() ? 1 : 0);
            for (var record : events) {
                EventRecord event = codec.decode(record.value().value());
                String aggregate = each.context() + event.header().aggregate();
                assertThat(event.header().sequence())
                        .as("seed %d: %s", seed, event)
                        .isEqualTo(versions.merge(aggregate, 1L, Long::sum));
            }
        }
        assertThat(versions).as("seed %d", seed).hasSizeGreaterThan(CONTEXTS.size() * 5);
    }

    private static Seen inMemory(List<Sent> sent) {
        Seen seen = new Seen();
        ProcessorHarness bench = new ProcessorHarness();
        for (Sent each : sent) {
            for (var record : bench.at(each.appended()).process(each.context(), each.value())) {
                seen.event(record.timestamp(), record.value().value(), record.headers());
            }
            seen.answer(bench.latestAnswer());
        }
        bench.stores().values().forEach(seen::store);
        return seen;
    }

    private static Seen onDisk(List<Sent> sent) {
        Seen seen = new Seen();
        try (DeciderHarness bench = new DeciderHarness()) {
            for (Sent each : sent) {
                seen.answer(
                        bench.pipe(
                                each.context(),
                                new TestRecord<>(new byte[0], each.value(), each.appended())));
                List<TestRecord<byte[], byte[]>> all =
                        new ArrayList<>(bench.written(each.context()));
                all.addAll(bench.settled(each.context()));
                for (var record : all) {
                    seen.event(record.timestamp(), record.value(), record.headers());
                }
            }
            seen.store(bench.store(AggregateStore.NAME));
            seen.store(bench.store(IdempotencyStore.NAME));
            seen.store(bench.store(TimerStore.NAME));
        }
        return seen;
    }

    private static List<Sent> commands(Random random) {
        List<Sent> all = new ArrayList<>();
        Instant appended = NOW;
        for (int i = 0; i < COMMANDS; i++) {
            // Sometimes back in time, as the clocks of several brokers are; sometimes days ahead.
            appended = appended.plusMillis(random.nextInt(-50, 2_000));
            if (random.nextInt(40) == 0) {
                appended = appended.plus(Duration.ofDays(random.nextInt(4)));
            }
            Instant at = appended.plus(skew(random));
            Context context = CONTEXTS.get(random.nextInt(CONTEXTS.size()));
            all.add(
                    random.nextInt(50) == 0
                            ? new Sent(context, appended, new byte[] {0, 1, (byte) i})
                            : new Sent(
                                    context, appended, command(i, context, at, random).framed()));
        }
        return all;
    }

    /** How far the clock of a node is off: milliseconds, minutes, or days. */
    private static Duration skew(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> Duration.ofMinutes(random.nextInt(-10, 10));
            case 1 -> Duration.ofDays(random.nextInt(-9, 9));
            default -> Duration.ofMillis(random.nextInt(-500, 50));
        };
    }

    private static CommandBuilder command(int i, Context context, Instant at, Random random) {
        int number = random.nextInt(6);
        List<AggregateType<?, ?, ?, ?>> entries = Catalogue.of(context);
        AggregateType<?, ?, ?, ?> entry = entries.get(random.nextInt(entries.size()));
        Record body = random.nextInt(12) == 0 ? null : body(entry, number, random);
        CommandBuilder asked =
                CommandBuilder.of(i, context, entry.name() + "-" + number, body).at(at);
        if (random.nextInt(5) == 0) {
            asked = asked.expecting(random.nextInt(4));
        }
        if (body == null || random.nextInt(3) == 0) {
            asked = asked.once("scope" + random.nextInt(40), "hash" + random.nextInt(2));
        }
        return asked;
    }

    private static <C> Record body(AggregateType<C, ?, ?, ?> entry, int number, Random random) {
        Sample sample = Sample.numbered(number);
        C command =
                entry.commands()
                        .get(random.nextInt(entry.commands().size()))
                        .sample(random.nextInt(6) == 0 ? sample.by(STRANGER) : sample);
        return (Record) command;
    }

    private static List<String> kinds(Seen seen) {
        return List.copyOf(
                new TreeSet<>(
                        seen.answers().stream().map(answer -> answer.split(" ", 3)[1]).toList()));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
