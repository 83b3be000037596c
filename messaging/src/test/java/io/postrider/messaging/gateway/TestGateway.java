package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.SendMessage;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Callback;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.MessageJson;
import io.postrider.schemas.json.Rendering;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The gateway with all that is around it in one partition: what it writes is decided with the deciders of the catalogue, and
 * read back; what the sandbox tells comes over HTTP to a hook, and from there into the topology.
 */
final class TestGateway implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-02T09:30:00Z");
    static final String WORKSPACE = Id.of(IdKind.WS, new UUID(0, 1));
    static final Actor CALLER = Actor.key(Id.of(IdKind.KEY, new UUID(0, 1)));

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final int ROUNDS_MAX = 10_000;
    private static final int ROUNDS = 20;
    private static final Duration ROUND_MIN = Duration.ofMillis(100);
    private static final ValueCodec<Attempt> ATTEMPTS =
            ValueCodec.attempts(Topics.SEND_ATTEMPTS, IDS);
    private static final ValueCodec<Delivery> SENDS = ValueCodec.deliveries(Topics.SENDS, IDS);
    private static final ValueCodec<DeadLetter> LETTERS = ValueCodec.deadLetters(IDS);
    private static final ValueCodec<Callback> CALLS = ValueCodec.callbacks(IDS);

    final TestEdge edge;
    final TestInstances instances;
    final TestContacts contacts;
    final MediaFiles files;
    final Secrets secrets;
    final Drafts drafts;

    private final TestAggregates messages = new TestAggregates(Context.MESSAGES);
    private final Path folder;
    private final DataKeys keys;
    private final SecretBox box;
    private final List<CommandRecord> commands = new ArrayList<>();
    private volatile Instant now = START;
    private GatewayProcess process;
    private List<byte[]> attemptsOfFormer = List.of();
    private int largest;
    private int attemptsRead;
    private int reportsRead;
    private int listingsRead;
    private int starts;

    TestGateway(Path folder) {
        this.folder = folder;
        this.keys = new DataKeys(SecretFiles.open(folder.resolve("secrets")));
        keys.put(WORKSPACE, 0, keys.mint(WORKSPACE));
        this.box = new SecretBox(keys);
        this.secrets = new Secrets(box);
        this.instances = new TestInstances(box, () -> now);
        this.contacts = new TestContacts(folder.resolve("contacts"), box);
        this.drafts = new Drafts(secrets, contacts, () -> now);
        this.files = new MediaFiles(folder.resolve("media"), box);
        this.edge = new TestEdge(box, instances::withToken, () -> now);
        this.process = started();
    }

    private GatewayProcess started() {
        return new GatewayProcess(
                folder.resolve("state" + starts),
                instances.directory(),
                contacts.directory(),
                box,
                files,
                edge.url(),
                attemptsOfFormer.size(),
                () -> now);
    }

    Instant now() {
        return now;
    }

    GatewayProcess process() {
        return process;
    }

    /** Gives another workspace a data key. */
    void addKey(String workspace) {
        keys.put(workspace, 0, keys.mint(workspace));
    }

    /** Destroys the data key of the workspace. */
    void destroyKey() {
        keys.remove(WORKSPACE, 0);
    }

    /** Sends a text, and lets everything end that follows at once. */
    String send(Instance from, String phone) {
        return send(from, phone, "text", Json.object().put("body", "Hi"));
    }

    /** Sends a message, and lets everything end that follows at once. */
    String send(Instance from, String phone, String type, JsonNode said) {
        Message message = drafts.to(from, phone, type, said);
        send(message);
        settle();
        return message.id();
    }

    /** Accepts a message, and lets nothing end. */
    void send(Message message) {
        change(message.id(), new SendMessage(message));
    }

    /** Gives a command to a message, or to what shares its topics. */
    void change(String id, Record command) {
        messages.decide(id, command, CALLER, now).forEach(this::append);
    }

    /** Lets the topology read an event of a message, or of what shares its topics. */
    void append(EventRecord event) {
        String id = event.header().aggregate();
        byte[] value = messages.encode(event);
        contacts.apply(id, value);
        process.read(messages.topic(), id, value, now);
    }

    /** Lets the topology read every event of a message once more. */
    void readAgain(String id) {
        messages.events().stream()
                .filter(event -> event.header().aggregate().equals(id))
                .forEach(this::append);
    }

    /** Brings a call of the provider that the edge has kept. */
    void call(Instance to, JsonNode body) {
        call(to, body.toString());
    }

    /** Brings a call whose body the edge has kept beside the log. */
    void callInFile(Instance to, String file) {
        read(new Callback(WORKSPACE, to.id(), now, "", file));
        settle();
    }

    /** Every record that was set aside since this was last asked for. */
    List<DeadLetter> setAside() {
        return process.written(Topics.DEAD_LETTERS.name()).stream().map(LETTERS::decode).toList();
    }

    /** The same of an instance with an id. */
    void call(String to, JsonNode body) {
        call(instances.known(to), body);
    }

    /** Brings a call of the provider with a body that may be anything. */
    void call(Instance to, String body) {
        read(edge.call(to, body));
        settle();
    }

    /** Brings a call that the edge kept before the data key of the workspace was destroyed. */
    void destroyKeyAfter(Supplier<Callback> kept) {
        Callback call = kept.get();
        destroyKey();
        read(call);
        settle();
    }

    private void read(Callback call) {
        process.read(Topics.INGEST.name(), call.instance(), CALLS.encode(call), now);
    }

    /** Lets everything end that is in hand, and all that follows on it now. */
    void settle() {
        int rounds = 0;
        do {
            assertThat(rounds++).as("rounds").isLessThan(ROUNDS_MAX);
            awaitCalls();
        } while (goOn() || process.network.runNext());
    }

    /** Waits until each attempt in hand has an outcome in the log, and each call of the sandbox has come. */
    void awaitCalls() {
        if (!isQuiet()) {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(2))
                    .until(this::isQuiet);
        }
    }

    private boolean isQuiet() {
        return edge.arrived() >= process.network.ended() && ended() == process.begun();
    }

    private long ended() {
        return process.produced(Topics.SEND_ATTEMPTS.name()).stream()
                .map(ATTEMPTS::decode)
                .filter(attempt -> !attempt.outcome().equals(Attempt.STARTED))
                .count();
    }

    /** Waits for a condition, and reads what is written meanwhile. */
    void until(Callable<Boolean> condition) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    goOn();
                    return condition.call();
                });
    }

    /** Decides and reads what is written, without waiting; false if there is nothing. */
    boolean goOn() {
        return decide()
                || readAttempts()
                || readCalls()
                || readListings()
                || process.probes.runNext();
    }

    private boolean decide() {
        List<byte[]> written = process.written(messages.commandTopic());
        for (byte[] command : written) {
            commands.add(messages.command(command));
            largest = Math.max(largest, command.length);
            messages.decide(command, now).forEach(this::append);
        }
        List<byte[]> reports = process.produced(instances.commandTopic());
        List<byte[]> unread = reports.subList(reportsRead, reports.size());
        reportsRead = reports.size();
        unread.forEach(instances::decide);
        List<byte[]> pauses = process.written(instances.commandTopic());
        pauses.forEach(instances::decide);
        return !written.isEmpty() || !unread.isEmpty() || !pauses.isEmpty();
    }

    private boolean readAttempts() {
        List<byte[]> log = attemptLog();
        List<byte[]> unread = log.subList(attemptsRead, log.size());
        attemptsRead = log.size();
        for (byte[] value : unread) {
            String lane = ATTEMPTS.decode(value).endpoint();
            process.read(Topics.SEND_ATTEMPTS.name(), lane, value, now);
        }
        return !unread.isEmpty();
    }

    private boolean readListings() {
        List<byte[]> all = process.produced(Topics.SENDS.name());
        List<byte[]> unread = all.subList(listingsRead, all.size());
        listingsRead = all.size();
        for (byte[] value : unread) {
            process.read(Topics.SENDS.name(), SENDS.decode(value).endpoint(), value, now);
        }
        return !unread.isEmpty();
    }

    private boolean readCalls() {
        List<Callback> taken = edge.taken();
        taken.forEach(this::read);
        return !taken.isEmpty();
    }

    private List<byte[]> attemptLog() {
        return Stream.concat(
                        attemptsOfFormer.stream(),
                        process.produced(Topics.SEND_ATTEMPTS.name()).stream())
                .toList();
    }

    /** Every attempt in the log. */
    List<Attempt> attempts() {
        return attemptLog().stream().map(ATTEMPTS::decode).toList();
    }

    /** Every attempt of a message, or of other work, in the log. */
    List<Attempt> attempts(String delivery) {
        return attempts().stream().filter(each -> each.delivery().equals(delivery)).toList();
    }

    /** Lets time go by in a few rounds of the queue, and everything end that follows on it. */
    void later(Duration time) {
        settle();
        Duration planned = time.dividedBy(ROUNDS);
        Duration round = planned.compareTo(ROUND_MIN) < 0 ? ROUND_MIN : planned;
        Instant end = now.plus(time);
        while (now.isBefore(end)) {
            Instant before = now;
            Instant next = now.plus(round).isBefore(end) ? now.plus(round) : end;
            goTo(next);
            process.later(Duration.between(before, next));
            messages.due(now).forEach(this::append);
            settle();
        }
    }

    /** Lets what is due on the way happen at its time. */
    private void goTo(Instant end) {
        for (Optional<Instant> due = due(end); due.isPresent(); due = due(end)) {
            now = due.get().isAfter(now) ? due.get() : now;
            settle();
        }
        now = end;
    }

    private Optional<Instant> due(Instant before) {
        return Stream.of(process.network, process.probes)
                .flatMap(timer -> timer.next().stream())
                .min(Comparator.naturalOrder())
                .filter(at -> at.isBefore(before));
    }

    /**
     * Kills the process and starts another over its state, which is to read the attempts again from the start of their topic.
     * An outcome that was not in the log is lost, and so is what the sandbox was about to tell.
     */
    void restart() {
        attemptsOfFormer = attemptLog();
        attemptsRead = 0;
        reportsRead = 0;
        listingsRead = 0;
        starts++;
        Map<String, byte[]> groups = process.groups();
        process.copyState(folder.resolve("state" + starts));
        process.close();
        var _ = instances.reread();
        process = started();
        process.restore(groups);
    }

    /** A resource of the topics of messages. */
    <T extends Resource> T get(Class<T> type, String id) {
        return messages.find(type, id).orElseThrow();
    }

    /** All resources of a type of the topics of messages. */
    <T extends Resource> List<T> all(Class<T> type) {
        return messages.all(type);
    }

    /** A message. */
    Message message(String id) {
        return get(Message.class, id);
    }

    /** Every message that was received, in the order of their coming. */
    List<Message> received() {
        return all(Message.class).stream()
                .filter(message -> message.direction() == Direction.INBOUND)
                .toList();
    }

    /** What a message says. */
    JsonNode content(Message message) {
        return secrets.content(WORKSPACE, message.id(), message.content()).orElseThrow();
    }

    /** A message as the API shows it. */
    JsonNode shown(Message message) {
        return MessageJson.of(message(message.id()), 1, new Rendering("", "", box::open));
    }

    /** The types of all events of a resource. */
    List<String> events(String id) {
        return messages.events().stream()
                .filter(event -> event.header().aggregate().equals(id))
                .map(event -> event.header().type())
                .toList();
    }

    /** The types of all events, in their order. */
    List<String> types() {
        return messages.events().stream().map(event -> event.header().type()).toList();
    }

    /** Every command that the topology has written. */
    List<CommandRecord> commands() {
        return List.copyOf(commands);
    }

    /** How many reports of instances were decided on. */
    int reports() {
        return reportsRead;
    }

    /** How many bytes the largest of them had. */
    int largest() {
        return largest;
    }

    @Override
    public void close() {
        process.close();
        edge.close();
        contacts.close();
    }
}
