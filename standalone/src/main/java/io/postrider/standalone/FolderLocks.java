package io.postrider.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The files by whose locks a process has a data folder for itself. */
final class FolderLocks {

    private static final List<String> FILES = List.of("kafka/postrider.lock", "spool/lock");
    private static final String APPLICATIONS = "streams/applications";

    /** Kafka Streams locks it in the folder of each application. */
    private static final String OF_STREAMS = "kafka-streams-process-metadata";

    private FolderLocks() {}

    /** Whether a process holds one of them; a file that this account cannot read says nothing. */
    static boolean held(Path dataFolder) {
        return all(dataFolder).stream().anyMatch(FolderLocks::isHeld);
    }

    private static List<Path> all(Path dataFolder) {
        List<Path> all = new ArrayList<>();
        FILES.forEach(name -> all.add(dataFolder.resolve(name)));
        Path streams = dataFolder.resolve(APPLICATIONS);
        try (DirectoryStream<Path> applications = Files.newDirectoryStream(streams)) {
            for (Path application : applications) {
                all.add(application.resolve(OF_STREAMS));
            }
        } catch (IOException _) {
            // There are none yet.
        }
        return all;
    }

    private static boolean isHeld(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
