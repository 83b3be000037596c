package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.automation.rules.Sealer;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand;
import io.postrider.domain.runs.RunEvent;
import io.postrider.domain.runs.Step;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import io.postrider.schemas.json.RunJson;
import io.postrider.schemas.json.TypedSecrets;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The engine with all that is around it in one partition: what it writes is decided with the deciders of rules and runs, and read
 * back. The API and another service are receivers on loopback.
 */
final class TestEngine implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-02T09:30:00Z");
    static final String WORKSPACE = Id.of(IdKind.WS, new UUID(0, 1));

    private static final EventCodec KEYS = EventCodec.of(Context.KEYS, LockedSchemaIds.shipped());

    /** Of the publisher of rules, who reads the runs of runs. */
    static final List<String> SCOPES =
            Stream.concat(Stream.of("links:write"), ReadScopes.all().stream()).toList();

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    static final Actor CALLER = Actor.key(Id.of(IdKind.KEY, new UUID(0, 1)));
    static final Duration CPU = Duration.ofSeconds(6);
    private static final int ROUNDS_MAX = 1_000;
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final EventCodec PUBLISHED = EventCodec.published(IDS);
    private static final ValueCodec<Attempt> ATTEMPTS =
            ValueCodec.attempts(Topics.EFFECT_ATTEMPTS, IDS);
    private static final ValueCodec<DeadLetter> LETTERS = ValueCodec.deadLetters(IDS);

    final RecordingReceiver api = RecordingReceiver.start(json(201, "{}"));
    final RecordingReceiver service = RecordingReceiver.start(json(200, "{}"));

    private final TestAggregates<RuleCommand, Rule, RuleEvent> rules = TestAggregates.ofRules();
    private final TestAggregates<RunCommand, Run, RunEvent> runs = TestAggregates.ofRuns();
    private final Path folder;
    private final Partitions partitions;
    private final DataKeys keys;
    private final Sealer sealer;
    private final SecretBox box;
    private volatile Instant now = START;

    /** Evaluates expressions, within the processing of a record unless a test says otherwise. */
    volatile Executor threads = Runnable::run;

    /** What evaluations have taken of the processors. */
    volatile LongSupplier cpu = () -> 0;

    private EngineProcess process;
    private List<byte[]> attemptsOfFormer = List.of();
    private int attemptsRead;
    private int published;
    private int rulesMade;
    private int starts;

    TestEngine(Path folder) {
        this(folder, new Partitions(1));
    }

    /** An engine of which other processes have all partitions but the first. */
    TestEngine(Path folder, Partitions partitions) {
        this.folder = folder;
        this.partitions = partitions;
        this.keys = new DataKeys(SecretFiles.open(folder.resolve("secrets")));
        keys.put(WORKSPACE, 0, keys.mint(WORKSPACE));
        this.box = new SecretBox(keys);
        this.sealer = new RunSealer(box);
        this.process = started();
    }

    private EngineProcess started() {
        return new EngineProcess(
                state(),
                box,
                api.url(""),
                attemptsOfFormer.size(),
                partitions,
                new EvaluationPool(
                        task -> threads.execute(task),
                        new CpuBudget(CPU, true),
                        () -> cpu.getAsLong(),
                        () -> now),
                () -> now);
    }

    /** The key with which tokens of runs are signed. */
    static byte[] key() {
        return "the key of the tokens of runs".getBytes(US_ASCII);
    }

    /** An answer in JSON. */
    static StubResponse json(int status, String body) {
        return StubResponse.status(status, JSON, body);
    }

    /** The definition of a rule that does these actions when an order is paid. */
    static String onPaid(String actions) {
        return "{\"trigger\":{\"event_types\":[\"order.paid\"]},\"actions\":[%s]}"
                .formatted(actions);
    }

    Instant now() {
        return now;
    }

    EngineProcess process() {
        return process;
    }

    /** Destroys the data key of the workspace. */
    void destroyKey() {
        keys.remove(WORKSPACE, 0);
    }

    /** A text that is sealed in a definition. */
    String sealed(String purpose, String text) {
        return TypedSecrets.sealed(sealer.seal(WORKSPACE, purpose, text).orElseThrow()).toString();
    }

    /** A run as it is shown. */
    JsonNode shown(Run run) {
        return RunJson.of(run, 1, new Rendering("", "", box::open));
    }

    /** Creates a rule and puts it into force. */
    String rule(String definition) {
        String id = Id.of(IdKind.RUL, new UUID(1, rulesMade++));
        change(id, new CreateRule(Rule.blank(id, WORKSPACE, now)));
        publish(id, definition);
        return id;
    }

    /** Puts another version of a rule into force. */
    void publish(String rule, String definition) {
        publish(rule, definition, SCOPES);
    }

    /** The same by a publisher with these scopes. */
    void publish(String rule, String definition, List<String> scopes) {
        RulePatch patch = new RulePatch(List.of(), null, null, definition, Map.of());
        change(rule, new UpdateRule(WORKSPACE, patch));
        change(rule, new PublishRule(WORKSPACE, null, scopes, CALLER.id()));
    }

    /** Changes a rule. */
    void change(String rule, RuleCommand command) {
        rules.decide(rule, command, CALLER, now).ifPresent(this::changed);
    }

    private void changed(EventRecord event) {
        process.change(event);
        append(rules, event);
    }

    /** Publishes an event of a caller, and lets everything end that follows on it. */
    EventRecord event(String type, String data) {
        EventRecord event = published(type, data, CALLER);
        append(event);
        settle();
        return event;
    }

    /** An event that is in no topic yet. */
    EventRecord published(String type, String data, @Nullable Actor actor) {
        return new EventRecord(header(type, WORKSPACE, actor), new EventPublished(data));
    }

    private EventHeader header(String type, String aggregate, @Nullable Actor actor) {
        return new EventHeader(
                Id.of(IdKind.EVT, new UUID(0, published++)),
                type,
                now,
                WORKSPACE,
                aggregate,
                0,
                null,
                null,
                actor);
    }

    /** Appends a published event. */
    void append(EventRecord event) {
        append(event, now);
    }

    /** Appends a published event that the log took at another time. */
    void append(EventRecord event, Instant at) {
        read(Topics.PUBLISHED.name(), PUBLISHED.encode(event), event, at);
    }

    /** Reads that a key was revoked. */
    void revoke(String key) {
        ApiKey revoked =
                ApiKey.blank(key, WORKSPACE, new KeyToken("live", "a", "b"), "hash", 1, now);
        EventRecord event =
                new EventRecord(header("key.revoked", key, null), new KeyRevoked(revoked));
        read(Context.KEYS.events().name(), KEYS.encode(event), event, now);
        settle();
    }

    private void append(TestAggregates<?, ?, ?> of, EventRecord event) {
        read(of.topic(), of.encode(event), event, now);
    }

    private void read(String topic, byte[] value, EventRecord event, Instant at) {
        process.poll();
        EventHeader header = event.header();
        process.read(topic, header.aggregate(), value, CloudEventHeaders.of(header), at);
    }

    /** Reads every event of a run once more. */
    void readAgain(Run run) {
        runs.events().stream()
                .filter(event -> event.header().aggregate().equals(run.id()))
                .forEach(event -> append(runs, event));
    }

    /** Gives a command to a run. */
    void command(Run run, RunCommand command) {
        runs.decide(run.id(), command, CALLER, now).ifPresent(event -> append(runs, event));
    }

    /** Lets the calls in hand end, and everything that follows on their outcomes. */
    void settle() {
        do {
            awaitCalls();
        } while (goOn());
    }

    /** Waits until each call in hand has an outcome in the log. */
    void awaitCalls() {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> ended() == process.begun());
    }

    private long ended() {
        return process.attempts().stream()
                .map(ATTEMPTS::decode)
                .filter(attempt -> !attempt.outcome().equals(Attempt.STARTED))
                .count();
    }

    /** Decides and reads what is written, without waiting for calls; false if there is nothing. */
    boolean goOn() {
        int rounds = 0;
        while (decide() || readAttempts()) {
            assertThat(rounds++).as("rounds").isLessThan(ROUNDS_MAX);
        }
        return rounds > 0;
    }

    /** Decides on the commands that are written; false if there are none. */
    boolean decide() {
        List<byte[]> ofRuns = process.written(runs.commandTopic());
        List<byte[]> ofRules = process.written(rules.commandTopic());
        ofRuns.forEach(
                command -> runs.decide(command, now).ifPresent(event -> append(runs, event)));
        ofRules.forEach(command -> rules.decide(command, now).ifPresent(this::changed));
        return !ofRuns.isEmpty() || !ofRules.isEmpty();
    }

    private boolean readAttempts() {
        List<byte[]> log = attemptLog();
        List<byte[]> unread = log.subList(attemptsRead, log.size());
        attemptsRead = log.size();
        for (byte[] value : unread) {
            String lane = ATTEMPTS.decode(value).endpoint();
            process.read(Topics.EFFECT_ATTEMPTS.name(), lane, value, new RecordHeaders(), now);
        }
        return !unread.isEmpty();
    }

    private List<byte[]> attemptLog() {
        return Stream.concat(attemptsOfFormer.stream(), process.attempts().stream()).toList();
    }

    /** Every record that was set aside since this was last asked for. */
    List<DeadLetter> setAside() {
        return process.written(Topics.DEAD_LETTERS.name()).stream().map(LETTERS::decode).toList();
    }

    /** Every attempt in the log. */
    List<Attempt> attempts() {
        return attemptLog().stream().map(ATTEMPTS::decode).toList();
    }

    /** Lets time go by, and everything end that follows on it. */
    void later(Duration time) {
        now = now.plus(time);
        process.later(time);
        runs.due(now)
                .forEach((id, command) ->
                        runs.decide(id, command, CALLER, now)
                                .ifPresent(event -> append(runs, event)));
        settle();
    }

    private Path state() {
        return folder.resolve("state" + starts);
    }

    /**
     * Kills the process and starts another over its state, which is to read the attempts again from the start of their topic.
     * An outcome that was not in the log is lost.
     */
    void restart() {
        attemptsOfFormer = attemptLog();
        attemptsRead = 0;
        starts++;
        process.copyState(state());
        process.close();
        process = started();
        rules.events().forEach(process::change);
        process.look();
    }

    /** Every run, in the order of their creation. */
    List<Run> runs() {
        return runs.all();
    }

    /** Every event of a run. */
    List<EventRecord> eventsOfRuns() {
        return runs.events();
    }

    /** The only run. */
    Run run() {
        assertThat(runs()).hasSize(1);
        return runs().getFirst();
    }

    /** The run of a rule for an event. */
    Optional<Run> run(String rule, EventRecord event) {
        String id = Run.idOf(event.header().id(), rule);
        return runs().stream().filter(run -> run.id().equals(id)).findFirst();
    }

    /** A rule that is not deleted. */
    Rule known(String rule) {
        return rules.all().stream()
                .filter(each -> each.id().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    /** A step of a run. */
    static Step step(Run run, String key) {
        return run.steps().stream()
                .filter(step -> step.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /** The output of a step of a run. */
    JsonNode output(Run run, String key) {
        String sealed = requireNonNull(step(run, key).output());
        return Json.mapper()
                .readTree(
                        sealer.open(WORKSPACE, Step.purpose(run.id(), key), sealed).orElseThrow());
    }

    @Override
    public void close() {
        process.close();
        api.close();
        service.close();
    }
}
