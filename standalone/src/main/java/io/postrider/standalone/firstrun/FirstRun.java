package io.postrider.standalone.firstrun;

import io.postrider.api.commands.CommandGateway;
import io.postrider.api.commands.Settled;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.keys.Scopes;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.runtime.secrets.DataKeys;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Outcome;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sets up an empty data folder; can be interrupted at any point and goes on from there at the next start. */
public final class FirstRun {

    /** The file with what the owner needs to begin. */
    public static final String FILE = "first-run.json";

    private static final String DRAFT = "first-run.draft";
    private static final String DONE = ".set-up";
    private static final int TRIES = 20;
    private static final long WAIT_SECONDS = 15;
    private static final long PAUSE_MILLIS = 20;

    private final Path folder;
    private final String baseUrl;
    private final CommandGateway gateway;
    private final Producer<byte[], byte[]> producer;
    private final DataKeys dataKeys;
    private final TokenHasher hasher;
    private final SchemaIds ids;
    private final InstantSource clock;
    private final Predicate<String> keyInForce;
    private final SecureRandom random = new SecureRandom();

    /** The set-up could not be done; the next start goes on with it. */
    public static final class Interrupted extends RuntimeException {
        Interrupted(String message) {
            super(message);
        }
    }

    /**
     * @param producer for the secrets topic, with {@code acks=all}
     * @param keyInForce whether this process lets a key in, by its id
     */
    public FirstRun(
            Path folder,
            String baseUrl,
            CommandGateway gateway,
            Producer<byte[], byte[]> producer,
            DataKeys dataKeys,
            TokenHasher hasher,
            SchemaIds ids,
            InstantSource clock,
            Predicate<String> keyInForce) {
        this.keyInForce = keyInForce;
        this.folder = folder;
        this.baseUrl = baseUrl;
        this.gateway = gateway;
        this.producer = producer;
        this.dataKeys = dataKeys;
        this.hasher = hasher;
        this.ids = ids;
        this.clock = clock;
    }

    /** Sets up what is not set up yet; true if this start has finished it. */
    public boolean ensure() throws IOException, InterruptedException {
        if (Files.exists(folder.resolve(DONE))) {
            return false;
        }
        Path draft = folder.resolve(DRAFT);
        if (!Files.exists(draft)) {
            Credentials.fresh(clock.instant().truncatedTo(ChronoUnit.MILLIS), random)
                    .writeDraft(draft);
        }
        Credentials made = Credentials.readDraft(draft);
        secrets(made);
        send(Context.WORKSPACES, made.workspaceId(), new CreateWorkspace(workspace(made)), made);
        send(Context.KEYS, made.keyId(), new CreateKey(key(made)), made);
        awaitKey(made.keyId());
        made.publish(folder.resolve(FILE), baseUrl);
        Files.writeString(folder.resolve(DONE), "");
        Files.delete(draft);
        return true;
    }

    /** A key that is shown works from that moment on. */
    private void awaitKey(String keyId) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!keyInForce.test(keyId)) {
            if (System.nanoTime() - deadline > 0) {
                throw new Interrupted("the key did not come back from the log");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private void secrets(Credentials made) throws InterruptedException {
        String dataKey = dataKeys.mint(made.workspaceId());
        write(new Secret(made.workspaceId(), "data_key", dataKey, made.at()));
        write(
                new Secret(
                        made.userId(),
                        "password",
                        PasswordHash.of(made.password(), random),
                        made.at()));
        dataKeys.put(made.workspaceId(), dataKey);
    }

    private void write(Secret secret) throws InterruptedException {
        try {
            producer.send(
                            new ProducerRecord<>(
                                    Topics.SECRETS.name(),
                                    secret.subject().getBytes(StandardCharsets.UTF_8),
                                    ValueCodec.secrets(ids).encode(secret)))
                    .get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new Interrupted("cannot write to " + Topics.SECRETS + ": " + e);
        }
    }

    private void send(Context context, String aggregate, Record command, Credentials made)
            throws InterruptedException {
        String last = "";
        for (int i = 0; i < TRIES; i++) {
            Settled settled = settled(context, record(context, aggregate, command, made));
            switch (settled) {
                case Settled.Decided(Outcome outcome) -> {
                    boolean exists =
                            outcome.refusal() != null
                                    && outcome.refusal().code().endsWith("_exists");
                    if (outcome.refusal() == null || exists) {
                        return;
                    }
                    throw new Interrupted("refused: " + outcome.refusal());
                }
                case Settled.Unavailable(String code, _) -> last = code;
                case Settled.Unknown(String id) -> last = "no answer to " + id;
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        throw new Interrupted("the log does not take commands: " + last);
    }

    private Settled settled(Context context, CommandRecord command) throws InterruptedException {
        try {
            return gateway.send(context, command)
                    .toCompletableFuture()
                    .get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return new Settled.Unknown(command.header().id());
        }
    }

    private CommandRecord record(
            Context context, String aggregate, Record command, Credentials made) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return new CommandRecord(
                new CommandHeader(
                        Id.of(IdKind.CMD, Uuids.v7(now, bits)),
                        context == Context.KEYS ? "key.create" : "workspace.create",
                        now,
                        made.workspaceId(),
                        aggregate,
                        Actor.system("first-run"),
                        null,
                        null,
                        null,
                        null),
                command);
    }

    private static Workspace workspace(Credentials made) {
        return Workspace.opened(made.workspaceId(), "default", made.userId(), made.at());
    }

    private ApiKey key(Credentials made) {
        KeyToken token = KeyToken.parse(made.apiKey()).orElseThrow();
        return new ApiKey(
                made.keyId(),
                made.workspaceId(),
                token.publicId(),
                "first-run",
                token.environment(),
                Scopes.all(),
                List.of(),
                List.of(),
                List.of(),
                hasher.hash(made.apiKey()),
                TokenHasher.VERSION,
                null,
                null,
                null,
                null,
                made.at(),
                made.at());
    }
}
