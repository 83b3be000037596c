package io.postrider.api.models;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Gathers an answer while it is sent, compressed, since pieces of a completion are mostly the same around them. */
final class Packed {

    /** Sealed, and twice in base64, it fits into a record of the log. */
    static final int BYTES_MAX = 384 << 10;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final GZIPOutputStream zip;
    private boolean overflown;

    Packed() {
        try {
            zip = new GZIPOutputStream(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a part, unless it has become too much. */
    synchronized Packed add(byte[] part) {
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

    /** What was gathered. */
    static byte[] unpacked(String text) {
        byte[] packed = Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
        try (GZIPInputStream unzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return unzip.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
