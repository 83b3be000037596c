package io.postrider.redirects.spool;

import static java.util.Comparator.reverseOrder;

import io.postrider.platform.files.PrivateFolder;
import io.postrider.redirects.spool.LaneRecovery.Recovered;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The spool's folder on disk, held by one process at a time: {@code <node>/<lane>/<ordinal>.segment}, and the file {@code node}
 * with the name of the node whose lanes are appended to; the lanes of other nodes are leftovers to be drained.
 */
final class SpoolFolder implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final String NODE = "node";

    private final Path root;
    private final FileChannel lockChannel;

    private SpoolFolder(Path root, FileChannel lockChannel) {
        this.root = root;
        this.lockChannel = lockChannel;
    }

    static SpoolFolder claim(Path root) throws IOException {
        // Clicks contain addresses of visitors.
        PrivateFolder.claim(root);
        FileChannel channel =
                FileChannel.open(
                        root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locks(channel)) {
            channel.close();
            throw new IllegalStateException(
                    "The spool folder is in use by another process: " + root);
        }
        return new SpoolFolder(root, channel);
    }

    @SuppressWarnings("try") // the lock lives as long as its channel
    private static boolean locks(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Nullable NodeIdentity identity() throws IOException {
        Path file = root.resolve(NODE);
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return NodeIdentity.parse(Files.readAllLines(file));
        } catch (MalformedInputException e) {
            return null;
        }
    }

    void store(NodeIdentity identity) throws IOException {
        Path unfinished = root.resolve(NODE + Segment.UNFINISHED);
        Files.writeString(unfinished, identity.lines());
        force(unfinished, StandardOpenOption.WRITE);
        Files.move(
                unfinished,
                root.resolve(NODE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        force(root);
    }

    /** Makes the names in a folder survive a power cut. */
    static void force(Path folder) throws IOException {
        force(folder, StandardOpenOption.READ);
    }

    private static void force(Path path, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }

    /** The ids of all nodes that have left lanes here. */
    List<String> nodes() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(Files::isDirectory)
                    .map(file -> file.getFileName().toString())
                    .filter(NodeIdentity::isId)
                    .sorted()
                    .toList();
        }
    }

    List<Recovered> recoverLanes(String node) throws IOException {
        List<Recovered> lanes = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve(node))) {
            for (Path folder : files.filter(Files::isDirectory).sorted().toList()) {
                String name = folder.getFileName().toString();
                if (name.matches("[0-9]{1,4}")) {
                    LaneId id = new LaneId(node, Integer.parseInt(name));
                    lanes.add(LaneRecovery.recover(id, folder));
                }
            }
        }
        return lanes;
    }

    LaneLog createLane(LaneId id) throws IOException {
        Path node = root.resolve(id.node());
        Path folder = Files.createDirectories(node.resolve(Integer.toString(id.lane())));
        force(node);
        force(root);
        return LaneRecovery.recover(id, folder).log();
    }

    void deleteNode(String node) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(node))) {
            for (Path file : files.sorted(reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        lockChannel.close();
    }
}
