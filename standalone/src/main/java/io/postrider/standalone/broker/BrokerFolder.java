package io.postrider.standalone.broker;

import io.postrider.platform.files.PrivateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/** The broker's folder while this process holds it: formatted, checked, and locked against a second process. */
final class BrokerFolder implements AutoCloseable {

    private static final String LOCK = "postrider.lock";
    private static final String META = "meta.properties";

    // With one replica there is no other leader to elect, and a kill would count as an unclean
    // election.
    private static final String ELIGIBLE_LEADER_REPLICAS = "eligible.leader.replicas.version";
    private static final String METADATA_LOG = "__cluster_metadata-0";
    private static final String STOPPED_IN_ORDER = ".kafka_cleanshutdown";

    // The files that an incompletely formatted folder may contain.
    private static final Set<String> LEFTOVERS =
            Set.of(
                    LOCK,
                    "lost+found",
                    "bootstrap.checkpoint",
                    "bootstrap.checkpoint.tmp",
                    META + ".tmp");

    private final FileChannel lock;
    private final String clusterId;
    private final boolean killed;

    private BrokerFolder(FileChannel lock, String clusterId, boolean killed) {
        this.lock = lock;
        this.clusterId = clusterId;
        this.killed = killed;
    }

    /**
     * Takes the folder, and formats it when it is new.
     *
     * @throws BrokerStartException when it is in use, corrupt or another broker's
     */
    static BrokerFolder open(Path folder) {
        FileChannel lock = null;
        try {
            PrivateFolder.claim(folder);
            lock = lock(folder);
            if (!Files.exists(folder.resolve(META))) {
                format(folder);
            }
            String clusterId = clusterId(folder);
            requireMetadata(folder);
            return new BrokerFolder(lock, clusterId, wasKilled(folder));
        } catch (IOException e) {
            release(lock, e);
            throw new BrokerStartException(
                    "The folder %s cannot be used: %s".formatted(folder, e), e);
        } catch (BrokerStartException e) {
            release(lock, e);
            throw e;
        }
    }

    String clusterId() {
        return clusterId;
    }

    /** Whether the previous broker in this folder was not stopped in order. */
    boolean wasKilled() {
        return killed;
    }

    private static boolean wasKilled(Path folder) {
        return Files.isDirectory(folder.resolve(METADATA_LOG))
                && !Files.exists(folder.resolve(STOPPED_IN_ORDER));
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // Held by this very process: the same answer to the operator.
        }
        channel.close();
        throw new BrokerStartException(
                "The folder %s is in use by another Postrider process".formatted(folder));
    }

    private static void format(Path folder) throws IOException {
        List<String> strangers = strangers(folder);
        if (!strangers.isEmpty()) {
            throw new BrokerStartException(
                    "The folder %s contains %s but no %s: it is not a broker folder, or it is damaged"
                            .formatted(folder, strangers.getFirst(), META));
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(out)
                    .setNodeId(BrokerProperties.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setFeatureLevel(ELIGIBLE_LEADER_REPLICAS, (short) 0)
                    .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
                    .addDirectory(folder.toString())
                    .setMetadataLogDirectory(folder.toString())
                    .run();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new BrokerStartException(
                    "The folder %s could not be formatted: %s".formatted(folder, e.getMessage()),
                    e);
        }
    }

    private static List<String> strangers(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !LEFTOVERS.contains(name))
                    .sorted()
                    .toList();
        }
    }

    private static String clusterId(Path folder) throws IOException {
        Properties meta = new Properties();
        try (InputStream in = Files.newInputStream(folder.resolve(META))) {
            meta.load(in);
        } catch (IllegalArgumentException e) {
            throw damaged(folder, e.toString());
        }
        String clusterId = meta.getProperty("cluster.id", "");
        if (!"1".equals(meta.getProperty("version")) || clusterId.isBlank()) {
            throw damaged(folder, "it has no version 1 with a cluster.id");
        }
        String node = meta.getProperty("node.id", "");
        if (!Integer.toString(BrokerProperties.NODE_ID).equals(node)) {
            throw new BrokerStartException(
                    "The folder %s belongs to another broker: its node.id is '%s', not %d"
                            .formatted(folder, node, BrokerProperties.NODE_ID));
        }
        return clusterId;
    }

    /** Without its metadata log the broker would take every topic's folder for a stray one and delete it. */
    private static void requireMetadata(Path folder) throws IOException {
        if (Files.isDirectory(folder.resolve(METADATA_LOG))) {
            return;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            if (entries.anyMatch(BrokerFolder::isTopic)) {
                throw new BrokerStartException(
                        "The folder %s is damaged: it holds topics but no %s"
                                .formatted(folder, METADATA_LOG));
            }
        }
    }

    private static boolean isTopic(Path entry) {
        return Files.isDirectory(entry) && !LEFTOVERS.contains(entry.getFileName().toString());
    }

    private static BrokerStartException damaged(Path folder, String why) {
        return new BrokerStartException(
                "The file %s is damaged: %s".formatted(folder.resolve(META), why));
    }

    private static void release(@Nullable FileChannel lock, Exception failure) {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
