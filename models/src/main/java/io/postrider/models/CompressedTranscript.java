package io.postrider.models;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Gathers an answer while it is sent, compressed, since pieces of a completion are mostly the same around them. */
final class CompressedTranscript {

    /** Sealed, and twice in base64, it fits into a record of the log. */
    static final int BYTES_MAX = 384 << 10;

    /** A repeated request decompresses it, so a limit of the compressed size is not enough. */
    static final int RAW_BYTES_MAX = 4 << 20;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final GZIPOutputStream zip;
    private long raw;
    private boolean overflown;

    CompressedTranscript() {
        try {
            zip = new GZIPOutputStream(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a part, unless it has become too much. */
    synchronized CompressedTranscript add(byte[] part) {
        raw += part.length;
        overflown = overflown || raw > RAW_BYTES_MAX;
        if (!overflown) {
            try {
                zip.write(part);
                overflown = bytes.size() > BYTES_MAX;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return this;
    }

    /** All of it, as a text; empty if it is too much. */
    synchronized Optional<String> text() {
        try {
            zip.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return overflown || bytes.size() > BYTES_MAX
                ? Optional.empty()
                : Optional.of(Base64.getEncoder().encodeToString(bytes.toByteArray()));
    }

    /** The present size in bytes. */
    synchronized int size() {
        return bytes.size();
    }

    /** Discards the transcript for lack of memory. */
    synchronized void overflow() {
        overflown = true;
        bytes.reset();
    }
}
