package io.postrider.messaging.media;

import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import io.postrider.platform.secrets.SecretBox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The contents of files in one folder, which the nodes of an installation share. Each is encrypted under a key of its own that
 * follows from the data key of its workspace.
 */
public final class MediaFiles {

    private static final int SEGMENT_BYTES = 64 << 10;
    private static final int PIECES_AHEAD = 4;

    private final Path folder;
    private final SecretBox box;

    /** @param folder it is made with the first file */
    public MediaFiles(Path folder, SecretBox box) {
        this.folder = folder;
        this.box = box;
    }

    /** Content with more bytes than it may have. */
    public static final class TooLargeException extends RuntimeException {
        TooLargeException(long bytesMax) {
            super("more than " + bytesMax + " bytes");
        }
    }

    /** A workspace without a data key. */
    public static final class NoKeyException extends RuntimeException {
        NoKeyException() {
            super("the workspace has no data key");
        }
    }

    /**
     * Writes a file; it is on the disk when this completes. A file that is there stays as it is.
     *
     * @return fails with {@link TooLargeException} or {@link NoKeyException}
     */
    public Mono<StoredFile> write(
            String workspace, String id, Flux<byte[]> content, long bytesMax) {
        return Mono.using(
                        () ->
                                StagedUpload.open(
                                        path(workspace, id), cipher(workspace, id), id, bytesMax),
                        draft ->
                                content.publishOn(Schedulers.boundedElastic(), PIECES_AHEAD)
                                        .doOnNext(draft::add)
                                        .then(Mono.fromCallable(draft::finish)),
                        StagedUpload::close)
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** The content of a file in pieces; empty if it is not here, or its data key was destroyed. */
    public Optional<Flux<byte[]>> read(String workspace, String id) {
        return read(workspace, id, 0, Long.MAX_VALUE);
    }

    /** A part of the content of a file. */
    public Optional<Flux<byte[]>> read(String workspace, String id, long from, long length) {
        Path file = path(workspace, id);
        if (!Files.isRegularFile(file) || box.derivedKey(workspace, id).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Flux.<byte[], Reading>generate(
                                () -> new Reading(opened(file, workspace, id, from), length),
                                (reading, pieces) -> {
                                    try {
                                        byte[] piece = reading.next();
                                        if (piece.length == 0) {
                                            pieces.complete();
                                        } else {
                                            pieces.next(piece);
                                        }
                                    } catch (IOException e) {
                                        pieces.error(e);
                                    }
                                    return reading;
                                },
                                Reading::close)
                        .subscribeOn(Schedulers.boundedElastic()));
    }

    /**
     * The whole content of a file that is small; empty if its data key was destroyed.
     *
     * @throws IOException if it is not here or cannot be read
     * @throws GeneralSecurityException if it was altered
     */
    public Optional<byte[]> whole(String workspace, String id)
            throws IOException, GeneralSecurityException {
        if (box.derivedKey(workspace, id).isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = opened(path(workspace, id), workspace, id, 0)) {
            return Optional.of(in.readAllBytes());
        }
    }

    /** Deletes a file, if it is there. */
    public void delete(String workspace, String id) {
        try {
            Files.deleteIfExists(path(workspace, id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes all files that were written before a time, and returns how many. */
    public long deleteBefore(Instant time) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).filter(file -> isOld(file, time)).count();
        }
    }

    private static boolean isOld(Path file, Instant time) {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(time)
                    && Files.deleteIfExists(file);
        } catch (IOException e) {
            return false;
        }
    }

    /** The unread rest of a file. */
    private static final class Reading {

        private final InputStream in;
        private long left;

        Reading(InputStream in, long length) {
            this.in = in;
            this.left = length;
        }

        byte[] next() throws IOException {
            byte[] piece = in.readNBytes((int) Math.min(SEGMENT_BYTES, left));
            left -= piece.length;
            return piece;
        }

        void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private InputStream opened(Path file, String workspace, String id, long from)
            throws IOException, GeneralSecurityException {
        SeekableByteChannel sealed = Files.newByteChannel(file);
        try {
            SeekableByteChannel content =
                    cipher(workspace, id)
                            .newSeekableDecryptingChannel(sealed, StagedUpload.associated(id));
            return Channels.newInputStream(content.position(from));
        } catch (IOException | GeneralSecurityException e) {
            sealed.close();
            throw e;
        }
    }

    private AesGcmHkdfStreaming cipher(String workspace, String id)
            throws GeneralSecurityException {
        byte[] key = box.derivedKey(workspace, id).orElseThrow(NoKeyException::new);
        return new AesGcmHkdfStreaming(key, "HmacSha256", key.length, SEGMENT_BYTES, 0);
    }

    /** Ids are made of letters, digits and underscores. */
    private Path path(String workspace, String id) {
        return folder.resolve(workspace).resolve(id);
    }
}
