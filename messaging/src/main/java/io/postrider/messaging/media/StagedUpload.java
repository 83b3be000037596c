package io.postrider.messaging.media;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import io.postrider.messaging.media.MediaFiles.TooLargeException;
import io.postrider.platform.files.PrivateFolder;
import io.postrider.platform.hashes.Sha256;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** A file while it is written, under another name until it is whole. */
final class StagedUpload implements AutoCloseable {

    private final Path target;
    private final Path draft;
    private final FileOutputStream file;
    private final OutputStream sealed;
    private final MessageDigest digest;
    private final long bytesMax;
    private byte[] head = new byte[0];
    private long size;

    private StagedUpload(
            Path target,
            Path draft,
            FileOutputStream file,
            OutputStream sealed,
            MessageDigest digest,
            long bytesMax) {
        this.target = target;
        this.draft = draft;
        this.file = file;
        this.sealed = sealed;
        this.digest = digest;
        this.bytesMax = bytesMax;
    }

    static StagedUpload open(Path target, AesGcmHkdfStreaming cipher, String id, long bytesMax)
            throws IOException, GeneralSecurityException {
        Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent());
        PrivateFolder.create(folder);
        Path draft = Files.createTempFile(folder, id, ".new");
        FileOutputStream file = new FileOutputStream(draft.toFile());
        try {
            OutputStream sealed = cipher.newEncryptingStream(new Kept(file), associated(id));
            return new StagedUpload(target, draft, file, sealed, Sha256.digest(), bytesMax);
        } catch (IOException | GeneralSecurityException e) {
            file.close();
            throw e;
        }
    }

    static byte[] associated(String id) {
        return id.getBytes(US_ASCII);
    }

    void add(byte[] piece) {
        size += piece.length;
        if (size > bytesMax) {
            throw new TooLargeException(bytesMax);
        }
        if (head.length < FileTypes.HEAD_BYTES) {
            byte[] joined = Arrays.copyOf(head, head.length + piece.length);
            System.arraycopy(piece, 0, joined, head.length, piece.length);
            head = Arrays.copyOf(joined, Math.min(joined.length, FileTypes.HEAD_BYTES));
        }
        digest.update(piece);
        try {
            sealed.write(piece);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the file and gives it its name, unless there is a file with that name. */
    StoredFile finish() throws IOException {
        sealed.close();
        file.getFD().sync();
        if (!Files.exists(target)) {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        }
        return new StoredFile(size, HexFormat.of().formatHex(digest.digest()), FileTypes.of(head));
    }

    @Override
    public void close() {
        try {
            file.close();
            Files.deleteIfExists(draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that is flushed to the disk after the stream before it was closed. */
    private static final class Kept extends FilterOutputStream {
        Kept(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
