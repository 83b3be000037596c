package io.postrider.platform.registry;

import io.postrider.platform.files.PrivateFile;
import io.postrider.schemas.codec.SchemaIds;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Gets the schema ids from a registry at the start, and refuses one that has forgotten them: a registry that gives an
 * id to another schema than before would make every older record unreadable.
 */
public final class SchemaRegistry {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 500;
    private static final Pattern REMEMBERED = Pattern.compile("\\d{1,9} \\d{1,9}");

    private final RegistrySettings settings;
    private final String url;
    private final Path memory;
    private final Consumer<String> progress;

    /**
     * A registry.
     *
     * @param memory the file in which this process keeps the ids it was given
     */
    public SchemaRegistry(RegistrySettings settings, Path memory, Consumer<String> progress) {
        this.settings = settings;
        this.url = settings.url();
        this.memory = memory;
        this.progress = progress;
    }

    /** The registry cannot be used; the message says why. */
    public static final class UnusableRegistryException extends RuntimeException {
        UnusableRegistryException(String message) {
            super(message);
        }
    }

    /**
     * Registers missing schemas, and waits for a registry that is not up yet.
     *
     * @throws UnusableRegistryException if it does not answer in time, refuses a schema, or has changed ids
     */
    public SchemaIds ids() throws InterruptedException {
        progress.accept("connecting to the schema registry at " + url);
        RegistrySchemaIds ids = registered();
        remember(ids.registryIds());
        return ids;
    }

    /**
     * Asks the registry once and registers nothing; the time of its clock, if it states it.
     *
     * @throws UnusableRegistryException if it does not answer or rejects the access
     */
    public static Optional<Instant> check(RegistrySettings settings) throws InterruptedException {
        try (RegistryClient client = new RegistryClient(settings)) {
            return client.time();
        } catch (IOException e) {
            throw unusable(settings.url(), e);
        }
    }

    private static UnusableRegistryException unusable(String url, IOException failure) {
        String why =
                switch (failure) {
                    case SSLException e ->
                            "check %s; %s".formatted(RegistrySettings.TRUSTED, e.getMessage());
                    // Its message is null.
                    case ConnectException _ -> "no connection";
                    default -> String.valueOf(failure.getMessage());
                };
        return new UnusableRegistryException("schema registry %s: %s".formatted(url, why));
    }

    private RegistrySchemaIds registered() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (RegistryClient client = new RegistryClient(settings)) {
            while (true) {
                try {
                    return RegistrySchemaIds.registered(client);
                } catch (AccessDeniedException | SSLException e) {
                    throw unusable(url, e);
                } catch (IOException e) {
                    if (System.nanoTime() - deadline >= 0) {
                        throw unusable(url, e);
                    }
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                } catch (IllegalArgumentException e) {
                    throw new UnusableRegistryException(
                            "schema registry " + url + ": " + e.getMessage());
                }
            }
        }
    }

    private void remember(Map<Integer, Integer> ids) {
        try {
            Map<Integer, Integer> known = known();
            known.forEach((locked, id) -> {
                if (!id.equals(ids.get(locked))) {
                    throw new UnusableRegistryException(
                            "schema registry %s: it gave schema %d the id %s; before it was %d"
                                    .formatted(url, locked, ids.get(locked), id));
                }
            });
            if (!known.equals(ids)) {
                write(ids);
            }
        } catch (IOException e) {
            throw new UnusableRegistryException(
                    "the file %s cannot be used: %s".formatted(memory, e.getMessage()));
        }
    }

    private Map<Integer, Integer> known() throws IOException {
        Map<Integer, Integer> known = new TreeMap<>();
        if (Files.exists(memory)) {
            for (String line : Files.readAllLines(memory)) {
                if (!REMEMBERED.matcher(line).matches()) {
                    throw new UnusableRegistryException(
                            "the file %s is damaged; restore it, or delete it if the registry still has its IDs"
                                    .formatted(memory));
                }
                String[] parts = line.split(" ", 2);
                known.put(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        }
        return known;
    }

    private void write(Map<Integer, Integer> ids) throws IOException {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(ids)
                .forEach((locked, id) -> text.append(locked).append(' ').append(id).append('\n'));
        PrivateFile.write(memory, text.toString());
    }
}
