package io.postrider.standalone.firstrun;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.CreateUser;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.identity.users.UserSecrets;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.PasswordHash;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.scopes.Scopes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sets up an empty data folder; after an interruption at any point, the next start continues. */
public final class FirstRun {

    /** The file with what the owner needs to begin. */
    public static final String FILE = "first-run.json";

    private static final String DRAFT = "first-run.draft";
    private static final String DONE = ".set-up";

    /** The files of the first start in the data folder, including those of an interrupted one. */
    public static final Set<String> FILES = Set.of(FILE, DRAFT, DONE);

    private static final int TRIES = 20;
    private static final long WAIT_SECONDS = 15;
    private static final long PAUSE_MILLIS = 20;

    private final Path folder;
    private final String baseUrl;
    private final CommandGateway gateway;
    private final DataKeyRing ring;
    private final UserSecrets secrets;
    private final TokenHasher hasher;
    private final InstantSource clock;
    private final InForce inForce;
    private final SecureRandom random = new SecureRandom();
    private volatile boolean created;

    /** The set-up was interrupted; the next start continues it. */
    public static final class InterruptedStartException extends RuntimeException {
        InterruptedStartException(String message) {
            super(message);
        }
    }

    /** Checks that this process authenticates the created key and user. */
    public interface InForce {

        /** True if a key and a user are known, by their ids. */
        boolean test(String keyId, String userId);
    }

    /** @param ring gives the workspace and the owner their data keys, once */
    public FirstRun(
            Path folder,
            String baseUrl,
            CommandGateway gateway,
            DataKeyRing ring,
            UserSecrets secrets,
            TokenHasher hasher,
            InstantSource clock,
            InForce inForce) {
        this.folder = folder;
        this.baseUrl = baseUrl;
        this.gateway = gateway;
        this.ring = ring;
        this.secrets = secrets;
        this.hasher = hasher;
        this.clock = clock;
        this.inForce = inForce;
    }

    /** Whether this start has created the owner. */
    public boolean created() {
        return created;
    }

    /** Creates the first owner with a workspace and an API key, or completes a creation that was interrupted. */
    public void ensure() throws IOException, InterruptedException {
        if (Files.exists(folder.resolve(DONE))) {
            return;
        }
        Path draft = folder.resolve(DRAFT);
        if (!Files.exists(draft)) {
            Credentials.fresh(clock.instant().truncatedTo(ChronoUnit.MILLIS), random)
                    .writeDraft(draft);
        }
        Credentials made = Credentials.readDraft(draft);
        dataKey(made.workspaceId());
        dataKey(made.userId());
        String email = secrets.emailHash(made.email());
        send(
                Context.USERS,
                UserSecrets.aggregateOf(email),
                "user.claim_email",
                new ClaimEmail(email, made.userId()),
                made);
        send(Context.USERS, made.userId(), "user.create", new CreateUser(owner(made)), made);
        send(
                Context.WORKSPACES,
                made.workspaceId(),
                "workspace.create",
                new CreateWorkspace(workspace(made)),
                made);
        send(Context.KEYS, made.keyId(), "key.create", new CreateKey(key(made)), made);
        awaitInForce(made);
        made.publish(folder.resolve(FILE), baseUrl);
        Files.writeString(folder.resolve(DONE), "");
        Files.delete(draft);
        created = true;
    }

    /** A key and a password that are shown work from that moment on. */
    private void awaitInForce(Credentials made) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!inForce.test(made.keyId(), made.userId())) {
            if (System.nanoTime() - deadline > 0) {
                throw new InterruptedStartException(
                        "the key and the owner could not be read back from Kafka");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private void dataKey(String subject) throws InterruptedException {
        try {
            ring.keyFor(subject).toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new InterruptedStartException("cannot write to " + Topics.SECRETS + ": " + e);
        }
    }

    private void send(
            Context context, String aggregate, String type, Record command, Credentials made)
            throws InterruptedException {
        String last = "";
        for (int i = 0; i < TRIES; i++) {
            CommandResult settled =
                    settled(context, record(context, aggregate, type, command, made));
            switch (settled) {
                case CommandResult.Decided(CommandOutcome outcome) -> {
                    boolean exists =
                            outcome.rejection() != null
                                    && outcome.rejection().code().endsWith("_exists");
                    if (outcome.rejection() == null || exists) {
                        return;
                    }
                    throw new InterruptedStartException("refused: " + outcome.rejection());
                }
                case CommandResult.Unavailable(String code, _) -> last = code;
                case CommandResult.Unknown(String id) -> last = "no response to " + id;
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        throw new InterruptedStartException("Kafka does not accept commands: " + last);
    }

    private CommandResult settled(Context context, CommandRecord command)
            throws InterruptedException {
        try {
            return gateway.send(context, command)
                    .toCompletableFuture()
                    .get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return new CommandResult.Unknown(command.header().id());
        }
    }

    private CommandRecord record(
            Context context, String aggregate, String type, Record command, Credentials made) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return new CommandRecord(
                new CommandHeader(
                        Id.of(IdKind.CMD, Uuids.v7(now, bits)),
                        type,
                        now,
                        context == Context.USERS ? "" : made.workspaceId(),
                        aggregate,
                        Actor.system("first-run"),
                        null,
                        null,
                        null,
                        null),
                command);
    }

    private User owner(Credentials made) {
        return User.opened(
                made.userId(),
                secrets.emailHash(made.email()),
                sealed(made, UserSecrets.Part.EMAIL, made.email()),
                sealed(made, UserSecrets.Part.NAME, "Owner"),
                sealed(made, UserSecrets.Part.PASSWORD, PasswordHash.of(made.password(), random)),
                null,
                null,
                List.of(),
                made.at());
    }

    private String sealed(Credentials made, UserSecrets.Part part, String text) {
        return secrets.seal(made.userId(), part, text)
                .orElseThrow(() ->
                        new InterruptedStartException(
                                "this node has not loaded the data key of the owner"));
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
